/** Small disks that a test can fill, write-protect or make files immutable on. */
import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { isRoot } from '../../scripts/run/setup/machine.ts'
import { needs, systemLacks } from './needs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Runs a command that only root may run. The runners of CI are not root, and their sudo asks for no password. */
export function runAsRoot(command: string, ...args: readonly string[]): void {
  const bySudo = !isRoot() && Boolean(process.env.CI)
  const line = bySudo ? ['-n', command, ...args] : args
  execFileSync(bySudo ? 'sudo' : command, line, { stdio: 'ignore' })
}

function mountMissing(): string | null {
  const missing = systemLacks('linux', 'a disk of its own is mounted only on Linux')
  if (missing !== null) return missing
  try {
    runAsRoot('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp')
    return null
  } catch {
    return 'a disk of its own cannot be mounted: this needs root or, in CI, sudo'
  }
}

/** A disk of this many KiB. Skips the test where none can be mounted. */
export function smallDisk({ skip }: Pick<TestContext, 'skip'>, kib: number): string {
  needs(skip, mountMissing())
  const folder = temporaryFolder()
  runAsRoot('mount', '-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder)
  onTestFinished(() => runAsRoot('umount', '--lazy', folder))
  return folder
}

export const remount = (disk: string, how: 'ro' | 'rw'): void =>
  runAsRoot('mount', '-o', `remount,${how}`, disk)

/** Fills the disk except for this many KiB; the returned function frees the space again. */
export function fill(folder: string, leftKib: number): () => void {
  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftKib * 1024)))
  return () => rmSync(ballast)
}
