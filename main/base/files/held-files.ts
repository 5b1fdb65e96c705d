/**
 * Waits for other programs to let go of a file. On Windows a virus scanner, a backup, OneDrive or Excel opens files for a
 * moment or for hours, and meanwhile the system refuses to open, replace or delete them. Places where the till
 * would lose something, or stop, go through this file (docs/decisions/held-files.md).
 */
import { copyFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from './error-code.ts'

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 320

/**
 * Libuv's names for a sharing violation (EBUSY) and for a denied access, which is also what a held file gives when it is
 * replaced or deleted. Elsewhere those are about permissions, which do not pass.
 */
export const heldCodes = (platform: NodeJS.Platform): readonly string[] =>
  platform === 'win32' ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY']

const HELD = heldCodes(process.platform)

/** Whether another program may hold the file. */
export const isHeld = (error: unknown): boolean => HELD.includes(codeOf(error) ?? '')

export type FileWork = 'open' | 'read' | 'replace' | 'remove' | 'copy'

export const heldFiles: {
  /** How long a file may be held before a person is told. */
  longestMs: number
  /** A test sets it, and throws in it what the system would throw for a held file. */
  before: ((work: FileWork, path: string) => void) | null
} = { longestMs: 3_000, before: null }

/** When a wait that begins now ends. Steps of one piece of work pass it on, so that they wait so long together. */
export const waitEnd = (): number => performance.now() + heldFiles.longestMs

/** Does the work, again while another program holds the file. Blocks meanwhile: for small files, and before the first window. */
export function untilFree<Result>(
  kind: FileWork,
  path: string,
  work: () => Result,
  end: number = waitEnd(),
): Result {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    try {
      heldFiles.before?.(kind, path)
      return work()
    } catch (error) {
      if (!isHeld(error) || performance.now() + pause > end) throw error
      Atomics.wait(STILL, 0, 0, pause)
    }
  }
}

/** Never written, so that a wait for it ends by time. */
const STILL = new Int32Array(new SharedArrayBuffer(4))

/** As `untilFree`, without blocking. */
export async function whenFree<Result>(
  kind: FileWork,
  path: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const end = performance.now() + heldFiles.longestMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    try {
      heldFiles.before?.(kind, path)
      return await work()
    } catch (error) {
      if (!isHeld(error) || performance.now() + pause > end) throw error
      await sleep(pause)
    }
  }
}

export const replaceSync = (from: string, to: string, end: number = waitEnd()): void =>
  untilFree('replace', to, () => renameSync(from, to), end)

/** Removes a file if it exists. */
export const removeSync = (path: string, end: number = waitEnd()): void =>
  untilFree('remove', path, () => rmSync(path, { force: true }), end)

export const copySync = (from: string, to: string): void =>
  untilFree('copy', from, () => copyFileSync(from, to))

export const replaceWhenFree = (from: string, to: string): Promise<void> =>
  whenFree('replace', to, () => rename(from, to))

export const removeWhenFree = (path: string): Promise<void> =>
  whenFree('remove', path, () => rm(path, { force: true }))

/** Whether there is a file or folder. Unlike existsSync it throws where that cannot be known. */
export const isThere = (path: string): boolean =>
  untilFree('open', path, () => statSync(path, { throwIfNoEntry: false }) !== undefined)

/** The text of a file; null only where there is no file. Throws where it cannot be read. */
export function textOrNone(path: string): string | null {
  try {
    return untilFree('read', path, () => readFileSync(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
