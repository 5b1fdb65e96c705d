/**
 * Reads files of a stick, on which a name may belong to anything: a link to another file of this machine, a pipe that
 * never answers, a device, a folder, a file of terabytes. Only regular files of a sensible size are read, and the till
 * works on its own copies, which nobody can exchange meanwhile.
 */
import { constants, createWriteStream, rmSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdtemp, open, realpath, rm, statfs } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandRefused } from '../../../shared/failure.ts'
import { isHeld, whenFree } from '../../base/files/held-files.ts'
import { makePrivateFolder, OWNER_ONLY } from '../../base/files/private-files.ts'
import { isDiskFull } from '../../storage/sqlite/index.ts'

/** Windows has no such flags, and no pipes among files. */
const CAREFULLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * The first `first` bytes of a small file. Throws FILE_DAMAGED for anything but a regular file of at most `most` bytes, which
 * is in the folder `within` and reached through no link below it.
 */
export const readForeign = (path: string, most: number, within: string, first = most): Promise<Buffer> =>
  withForeign({ path, most, within }, async (file, whole) => {
    const size = Math.min(whole, first)
    const bytes = Buffer.alloc(size)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, size - at, at)
      if (bytesRead === 0) throw damaged(path)
      at += bytesRead
    }
    return bytes
  })

const INCOMING = 'incoming'

export type Incoming = {
  /** An empty folder of this work alone. */
  readonly place: string
  /** Copies a file and returns the path of the copy, which has the same name. */
  readonly copy: (path: string, most: number, within: string) => Promise<string>
}

/** Gives `work` a place in the data folder for copies of foreign files and the like, which are removed afterwards. */
export async function withIncoming<Value>(
  dataFolder: string,
  work: (incoming: Incoming) => Promise<Value>,
): Promise<Value> {
  makePrivateFolder(join(dataFolder, INCOMING))
  const place = await mkdtemp(join(dataFolder, INCOMING, 'copy-'))
  const copy: Incoming['copy'] = (path, most, within) =>
    withForeign({ path, most, within }, async (file, size) => {
      const { bavail, bsize } = await statfs(place)
      if (2 * size > bavail * bsize) throw new CommandRefused('DISK_FULL')
      const to = join(place, basename(path))
      const from = file.createReadStream({ start: 0, end: Math.max(0, size - 1), autoClose: false })
      await pipeline(from, createWriteStream(to, { flags: 'wx', mode: OWNER_ONLY }))
      return to
    })
  try {
    return await work({ place, copy })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Removes the copies that a killed process left. */
export const removeIncoming = (dataFolder: string): void =>
  rmSync(join(dataFolder, INCOMING), { recursive: true, force: true })

/** Whether it is a folder and no link to one. */
export const isRealFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

type Wanted = { readonly path: string; readonly most: number; readonly within: string }

async function withForeign<Value>(
  { path, most, within }: Wanted,
  work: (file: FileHandle, size: number) => Promise<Value>,
): Promise<Value> {
  // Asked before opening, because opening a device may already do something.
  const found = await lstat(path).catch(() => null)
  if (found?.isFile() !== true) throw damaged(path)
  const file = await whenFree('open', path, () => open(path, CAREFULLY)).catch((error: Error) =>
    Promise.reject(isHeld(error) ? held(error) : damaged(path)),
  )
  try {
    const opened = await file.stat()
    if (!opened.isFile() || opened.size > most || !(await isWithin(path, opened, within))) throw damaged(path)
    return await work(file, opened.size)
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    if (error instanceof Error && isHeld(error)) throw held(error)
    throw isDiskFull(error) ? new CommandRefused('DISK_FULL') : damaged(path)
  } finally {
    await file.close()
  }
}

/**
 * Whether the opened file is the one in the folder: a folder above it may have become a link since somebody looked.
 * Asked after opening, so that a later exchange gives another file, and is noticed.
 */
async function isWithin(path: string, { dev, ino }: Stats, within: string): Promise<boolean> {
  const place = join(await realpath(within), relative(within, path))
  const found = await lstat(place)
  return (await realpath(path)) === place && found.dev === dev && found.ino === ino
}

const held = ({ message }: Error): CommandRefused => new CommandRefused('FILE_HELD', message)

const damaged = (path: string): CommandRefused => new CommandRefused('FILE_DAMAGED', basename(path))
