/** Pictures of goods for the tiles: small squares, one file each, in a folder of the terminal. */

import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canvas, canvasReady } from '../../base/canvas.ts'
import { removeWhenFree, whenFree } from '../../base/files/held-files.ts'
import { makePrivateFolder, OWNER_ONLY } from '../../base/files/private-files.ts'
import { pictureSize } from '../../base/picture-size.ts'

export type Pictures = {
  /** Resolves with the file's name; null if it is no PNG or JPEG, or larger than 2 MB or 6000 dots a side. */
  readonly keep: (picture: Uint8Array) => Promise<string | null>
  /**
   * Draws a picture of a copy of the shop anew, under the name that its goods have for it. Resolves with whether it was
   * kept. It is a square of ours, so it is small: a stick with many large pictures would keep the till busy.
   */
  readonly keepAs: (name: string, picture: Uint8Array) => Promise<boolean>
  /** As a data URL; null if the file is missing. */
  readonly read: (name: string) => Promise<string | null>
  readonly forget: (name: string) => Promise<void>
  /** The names of the files that are there. */
  readonly names: () => Promise<ReadonlySet<string>>
  /** The stored JPEG; null if the file is missing or larger than this program writes. */
  readonly bytes: (name: string) => Promise<Buffer | null>
  /** As `bytes`; also null if the file is damaged and cannot be drawn. */
  readonly drawable: (name: string) => Promise<Buffer | null>
}

type Limits = { readonly bytes: number; readonly side: number }
const OF_A_PERSON: Limits = { bytes: 2 * 1024 * 1024, side: 6000 }
const OF_A_COPY: Limits = { bytes: 128 * 1024, side: 640 }
const SIDE = 160

export function keptPictures(terminalFolder: string): Pictures {
  const folder = join(terminalFolder, 'goods-pictures')
  const keepWithin = async (limits: Limits, name: string, picture: Uint8Array): Promise<boolean> => {
    const square = await squareOf(picture, limits)
    if (square === null) return false
    makePrivateFolder(folder)
    const path = join(folder, name)
    // A file under its name is whole, also after a power cut.
    const draft = `${path}.part`
    await whenFree('open', draft, () => writeFile(draft, square, { mode: OWNER_ONLY, flush: true }))
    await whenFree('replace', path, () => rename(draft, path))
    return true
  }
  const contentOf = (name: string): Promise<Buffer | null> => {
    const path = join(folder, name)
    return whenFree('read', path, () => readFile(path)).catch(() => null)
  }
  const bytes = async (name: string): Promise<Buffer | null> => {
    const content = await contentOf(name)
    return content !== null && content.length <= OF_A_COPY.bytes ? content : null
  }
  return {
    keepAs: (name, picture) => keepWithin(OF_A_COPY, name, picture),
    keep: async (picture) => {
      const name = `${randomUUID()}.jpg`
      return (await keepWithin(OF_A_PERSON, name, picture)) ? name : null
    },
    names: async () => new Set(await readdir(folder).catch(() => [])),
    bytes,
    drawable: async (name) => {
      const content = await bytes(name)
      return content !== null && (await squareOf(content, OF_A_COPY)) !== null ? content : null
    },
    read: async (name) => {
      const content = await contentOf(name)
      return content && `data:image/jpeg;base64,${content.toString('base64')}`
    },
    forget: (name) => removeWhenFree(join(folder, name)),
  }
}

/** The middle square of the picture, on white. */
async function squareOf(picture: Uint8Array, most: Limits): Promise<Buffer | null> {
  const size = picture.length > most.bytes ? null : pictureSize(picture)
  if (size === null || Math.min(size.width, size.height) < 1) return null
  if (Math.max(size.width, size.height) > most.side) return null
  await canvasReady()
  try {
    const image = await canvas().loadImage(Buffer.from(picture))
    const square = canvas().createCanvas(SIDE, SIDE)
    const context = square.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, SIDE, SIDE)
    context.imageSmoothingQuality = 'high'
    const part = Math.min(image.width, image.height)
    const left = (image.width - part) / 2
    const top = (image.height - part) / 2
    context.drawImage(image, left, top, part, part, 0, 0, SIDE, SIDE)
    return await square.encode('jpeg', 88)
  } catch {
    return null
  }
}
