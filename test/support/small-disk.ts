/** Small disks that a test can fill, for users who may mount. */
import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

export const canMount = process.getuid?.() === 0 && tryMount()

function tryMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A disk of this many KiB. */
export function smallDisk(kib: number): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills the disk except for this many KiB; the returned function frees the space again. */
export function fill(folder: string, leftKib: number): () => void {
  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftKib * 1024)))
  return () => rmSync(ballast)
}
