import { execFileSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { needs, programsMissing } from './needs.ts'
import { runAsRoot } from './small-disk.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A disk with the file system of most USB sticks. Skips the test where none can be mounted. No runner of CI has these programs. */
export function exfatDisk({ skip }: Pick<TestContext, 'skip'>): string {
  const missing = programsMissing('mkfs.exfat', 'mount.exfat-fuse', 'losetup')
  needs(skip, missing, { expectedOn: [] })
  const image = join(temporaryFolder(), 'stick.img')
  writeFileSync(image, '')
  truncateSync(image, 64 * 1024 * 1024)
  const folder = temporaryFolder()
  execFileSync('mkfs.exfat', [image], { stdio: 'ignore' })
  const device = attached(image)
  needs(skip, device === null ? 'no loop device can be attached here' : null, { expectedOn: [] })
  onTestFinished(() => {
    runAsRoot('umount', '--lazy', folder)
    runAsRoot('losetup', '--detach', device ?? '')
  })
  runAsRoot('mount.exfat-fuse', device ?? '', folder)
  return folder
}

function attached(image: string): string | null {
  try {
    return execFileSync('losetup', ['--show', '--find', image], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}
