import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from '../../shared/failure.ts'
import { flushFolder } from '../atomic-file.ts'
import { rasterAsPng } from '../receipts/index.ts'
import { notBegun } from './printer-trouble.ts'
import type { PrinterDriver, PrintRequest } from './types.ts'

/**
 * A printer that is a folder: each print becomes a picture and the bytes that a printer would get. Printing again
 * replaces the files. Only for test mode, because the files contain lottery and QR.
 */
export const folderPrinter = ({ folder }: { readonly folder: string }): PrinterDriver => ({
  replaces: true,
  open: async () => ({
    ok: true,
    printer: {
      print: async (request) => {
        try {
          return { printed: true, files: await keep(folder, request) }
        } catch (error) {
          return notBegun(error)
        }
      },
      status: async () => ({ ready: true, paperLow: false }),
      drawer: async () => failure('DRAWER_MISSING'),
      close: async () => {},
    },
  }),
})

async function keep(folder: string, { name, raster, bytes }: PrintRequest): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const picture = join(folder, `${fileName(name)}.png`)
  const commands = join(folder, `${fileName(name)}.bin`)
  await replaceFile(picture, rasterAsPng(raster))
  await replaceFile(commands, bytes)
  await flushFolder(folder)
  return [picture, commands]
}

/** A name cannot leave the folder. */
const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}._-]/gu, '-').replace(/^\.+/, '') || 'receipt'

/** Completely or not at all, even in a power cut: written beside it, flushed, then renamed. */
async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(draft, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
