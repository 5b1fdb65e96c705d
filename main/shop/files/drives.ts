/** Finds sticks and other disks, so that a person need not type a path. */
import { access, readdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

export async function foundDrives(): Promise<readonly string[]> {
  if (process.platform === 'win32') return windowsDrives()
  const { username } = userInfo()
  const roots =
    process.platform === 'darwin' ? ['/Volumes'] : [`/media/${username}`, `/run/media/${username}`, '/mnt']
  const found = await Promise.all(roots.map(foldersIn))
  return found.flat().sort()
}

/** Without C, which is the system's drive. */
async function windowsDrives(): Promise<readonly string[]> {
  const letters = [...'DEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`)
  const there = await Promise.all(
    letters.map((drive) =>
      access(drive).then(
        () => [drive],
        () => [],
      ),
    ),
  )
  return there.flat()
}

async function foldersIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name))
}
