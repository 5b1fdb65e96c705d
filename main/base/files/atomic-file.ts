/**
 * Replaces a file in one step: after a power cut it is completely the old one or the new one. When a call returns, the
 * new file and its name are on the disk (law 1). Only one caller at a time may write to a path.
 * By hand: libraries do not flush the folder, and take a short write for a complete one
 * (docs/decisions/own-code-or-library.md).
 */
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import {
  isHeld,
  isThere,
  removeSync,
  removeWhenFree,
  replaceSync,
  replaceWhenFree,
  untilFree,
  waitEnd,
  whenFree,
} from './held-files.ts'
import { OWNER_ONLY } from './private-files.ts'

/** A name that no other program uses, because documents are in a folder of the person's own. */
export const draftOf = (path: string): string => `${path}.tugrik-new`

/** For small files that must be on the disk before the program continues. Only the owner can read the file. */
export function writeFileAtomically(path: string, content: string): void {
  const draft = draftOf(path)
  const end = waitEnd()
  removeSync(draft, end) // an existing file would keep its mode
  untilFree('open', draft, () => writeFileSync(draft, content, { mode: OWNER_ONLY, flush: true }), end)
  replaceSync(draft, path, end)
  syncFolder(dirname(path))
}

/**
 * For all other files. `write` writes into the draft, an empty file with the given rights. `check` checks it once it is on the disk. Where it
 * returns false, or either throws, the old file stays. Resolves with whether the file was replaced.
 */
export async function replaceFile(
  path: string,
  write: (draft: string) => unknown,
  check: (draft: string) => unknown = () => true,
  rights: number = OWNER_ONLY,
): Promise<boolean> {
  const placed = await written(path, { write, check, rights }, async (draft) => {
    await replaceWhenFree(draft, path)
    return path
  })
  return placed !== null
}

/**
 * As `replaceFile`, for a document that a person may have open. If it cannot be replaced because another program holds
 * it, the new one gets a free name beside it: "name (2)". Resolves with the path.
 */
export async function saveDocument(path: string, write: (draft: string) => unknown): Promise<string> {
  const how = { write, check: () => true, rights: OWNER_ONLY }
  const saved = await written(path, how, async (draft) => {
    try {
      await replaceWhenFree(draft, path)
      return path
    } catch (error) {
      if (!isHeld(error) || !isThere(path)) throw error
      const beside = freeBeside(path)
      await replaceWhenFree(draft, beside)
      return beside
    }
  })
  return saved ?? path
}

function freeBeside(path: string): string {
  const { dir, name, ext } = parse(path)
  for (let number = 2; ; number += 1) {
    const beside = join(dir, `${name} (${number})${ext}`)
    if (!isThere(beside)) return beside
  }
}

type Writing = {
  readonly write: (draft: string) => unknown
  readonly check: (draft: string) => unknown
  readonly rights: number
}

/** Null where the check returns false. `place` gives the draft its name. */
async function written(
  path: string,
  { write, check, rights }: Writing,
  place: (draft: string) => Promise<string>,
): Promise<string | null> {
  const draft = draftOf(path)
  await removeWhenFree(draft)
  let placed: string
  try {
    await (await whenFree('open', draft, () => open(draft, 'wx', rights))).close()
    await write(draft)
    await flush(draft, 'r+')
    if ((await check(draft)) === false) return null
    placed = await place(draft)
  } finally {
    // An incomplete draft: the next write replaces it in any case.
    await removeWhenFree(draft).catch(() => {})
  }
  await flushFolder(dirname(path))
  return placed
}

/** Renames a file whose content is already on disk. When the promise resolves, the new name is on disk, too. */
export async function nameWhenFree(file: string, name: string): Promise<void> {
  await replaceWhenFree(file, name)
  await flushFolder(dirname(name))
}

async function flushFolder(folder: string): Promise<void> {
  if (FOLDERS_OPEN) await flush(folder, 'r').catch(unlessUnflushable)
}

/** Errors of a folder that cannot be flushed (network shares: EINVAL, fsync(2)) or read. The file is on the disk. */
const NO_FLUSH: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'EACCES', 'EPERM']

function unlessUnflushable(error: NodeJS.ErrnoException): void {
  if (!NO_FLUSH.includes(error.code)) throw error
}

/** Writes the file's content to the disk before it returns. */
export function syncFile(path: string): void {
  flushSync(path, 'r+')
}

/** Writes the names in the folder to the disk before it returns. */
export function syncFolder(folder: string): void {
  if (FOLDERS_OPEN) flushSync(folder, 'r')
}

/** Windows cannot open a folder, and stores file names without it. */
const FOLDERS_OPEN = process.platform !== 'win32'

function flushSync(path: string, flags: 'r' | 'r+'): void {
  const opened = untilFree('open', path, () => openSync(path, flags))
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const opened = await whenFree('open', path, () => open(path, flags))
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
