/**
 * Downloads a package beside its final name, and gives it that name once its size and checksum are those of the signed
 * feed. What was cut off stays and is continued by the next try. Anything that is not the signed file is deleted.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandRefused } from '../../../shared/failure.ts'
import { syncFile, syncFolder } from '../../base/files/atomic-file.ts'
import { codeOf } from '../../base/files/error-code.ts'
import { removeWhenFree, replaceWhenFree } from '../../base/files/held-files.ts'
import { OWNER_ONLY } from '../../base/files/private-files.ts'
import type { UpdatePackage } from './feed.ts'
import { type HttpsFolder, reached } from './https-folder.ts'

type Download = {
  readonly server: Pick<HttpsFolder, 'large'>
  readonly file: UpdatePackage
  readonly into: string
  /** Bytes that may still be written to the disk of `into`. */
  readonly free: () => Promise<number>
  readonly progress: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Stays free beside the download, so that the shop can go on selling. */
const RESERVE = 500e6

/** The path of the whole file. Throws UPDATE_AWAY, UPDATE_TAMPERED or UPDATE_DISK_FULL. */
export async function download(parts: Download): Promise<string> {
  const { file, into } = parts
  const whole = join(into, file.name)
  const part = `${whole}.part`
  mkdirSync(into, { recursive: true, mode: 0o700 })
  if (await isSigned(whole, file)) return whole
  await removeWhenFree(whole)
  const had = await sizeOf(part)
  await assertRoom(parts.free, file.size - had + RESERVE)
  if (had < file.size) await fetchRest(parts, part, had)
  if (!(await isSigned(part, file))) {
    await removeWhenFree(part)
    // The beginning may be that of another file of this name, or the disk may have spoiled it.
    if (had > 0) return download(parts)
    throw new CommandRefused('UPDATE_TAMPERED', file.name)
  }
  syncFile(part)
  await replaceWhenFree(part, whole)
  syncFolder(into)
  return whole
}

async function fetchRest({ server, file, progress, signal }: Download, part: string, had: number) {
  const { from, size, body } = await server.large(file.name, had, signal)
  if (size !== null && size !== file.size) {
    body.on('error', () => {}).destroy()
    await removeWhenFree(part)
    throw new CommandRefused('UPDATE_TAMPERED', file.name)
  }
  let bytes = from
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > file.size) throw new CommandRefused('UPDATE_TAMPERED', file.name)
      progress(bytes)
      yield chunk
    }
  }
  const target = createWriteStream(part, { flags: from === 0 ? 'w' : 'a', mode: OWNER_ONLY })
  try {
    await reached(() => pipeline(body, counted, target, { signal }))
  } catch (error) {
    const { name, detail } = (error as CommandRefused).failure
    const isFull = name === 'UPDATE_AWAY' && (detail === 'ENOSPC' || detail === 'EDQUOT')
    // The shop needs the space more than the update does.
    if (isFull || name === 'UPDATE_TAMPERED') await removeWhenFree(part)
    if (isFull) throw new CommandRefused('UPDATE_DISK_FULL', megabytes(file.size))
    throw error
  }
}

/** Throws UPDATE_DISK_FULL, with the missing megabytes, where fewer bytes are free. */
export async function assertRoom(free: Download['free'], bytes: number): Promise<void> {
  const lacks = bytes - (await free())
  if (lacks > 0) throw new CommandRefused('UPDATE_DISK_FULL', megabytes(lacks))
}

const megabytes = (bytes: number): string => String(Math.ceil(bytes / 1e6))

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** Whether the file is exactly the signed one. */
export async function isSigned(path: string, { size, sha512 }: UpdatePackage): Promise<boolean> {
  if ((await sizeOf(path)) !== size) return false
  const hash = createHash('sha512')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex') === sha512
}
