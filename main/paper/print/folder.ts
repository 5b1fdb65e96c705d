import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from '../../../shared/failure.ts'
import { replaceFile } from '../../base/files/atomic-file.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { inFolder } from '../../base/files/write-document.ts'
import { rasterAsPng } from '../draw/index.ts'
import { notBegun } from './printer-trouble.ts'
import type { PrinterDriver, PrintRequest } from './types.ts'

/**
 * A printer that writes into a folder: each print becomes a picture and the bytes for a printer. The same print again
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
  makePrivateFolder(folder)
  const picture = join(folder, inFolder(`${name}.png`))
  const commands = join(folder, inFolder(`${name}.bin`))
  await replaceFile(picture, (draft) => writeFile(draft, rasterAsPng(raster)))
  await replaceFile(commands, (draft) => writeFile(draft, bytes))
  return [picture, commands]
}
