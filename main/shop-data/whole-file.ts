/** A file that is copied to another disk: under its name only once it is there, flushed, and read again as it was. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'

export async function copyWhole(
  from: string,
  to: string,
  check: (part: string) => unknown = () => {},
): Promise<void> {
  await placeWhole(to, async (part) => {
    await copyFile(from, part)
    await flush(part)
    if ((await hashOf(from)) !== (await hashOf(part))) throw new Error(`${to} is not what was copied`)
    await check(part)
  })
}

export async function writeWhole(to: string, text: string, check: (part: string) => unknown): Promise<void> {
  await placeWhole(to, async (part) => {
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await check(part)
  })
}

async function placeWhole(to: string, make: (part: string) => Promise<void>): Promise<void> {
  const part = `${to}.part`
  try {
    await make(part)
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
