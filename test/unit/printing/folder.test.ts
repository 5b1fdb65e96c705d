import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderPrinter, type PrintRequest } from '../../../main/printing/index.ts'
import { rasterAsEscPos, rasterAsPng } from '../../../main/receipts/index.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const request = (changes: Partial<PrintRequest> = {}): PrintRequest => {
  const raster = { width: 384, height: 16, bits: new Uint8Array(48 * 16).fill(0x0f) }
  return {
    jobId: 'job-1',
    name: 'K01-0147',
    raster,
    bytes: rasterAsEscPos(raster, { cut: true }),
    ...changes,
  }
}

test('a print becomes a picture and the very bytes', async () => {
  const inner = join(folder, 'made', 'when needed')
  const outcome = await folderPrinter({ folder: inner }).print(request())
  expect(outcome).toEqual({
    printed: true,
    files: [join(inner, 'K01-0147.png'), join(inner, 'K01-0147.bin')],
  })
  expect(await readFile(join(inner, 'K01-0147.bin'))).toEqual(Buffer.from(request().bytes))
  expect(await readFile(join(inner, 'K01-0147.png'))).toEqual(Buffer.from(rasterAsPng(request().raster)))
})

test('the same print once more replaces its files and leaves nothing beside them', async () => {
  const driver = folderPrinter({ folder })
  await driver.print(request())
  await driver.print(request({ bytes: Uint8Array.of(1, 2, 3) }))
  expect((await readdir(folder)).sort()).toEqual(['K01-0147.bin', 'K01-0147.png'])
  expect([...(await readFile(join(folder, 'K01-0147.bin')))]).toEqual([1, 2, 3])
})

test('a name is never a way out of the folder', async () => {
  await folderPrinter({ folder }).print(request({ name: '../../away/K01' }))
  expect((await readdir(folder)).sort()).toEqual(['-..-away-K01.bin', '-..-away-K01.png'])
})

test('a folder that cannot be written is a failure with the reason', async () => {
  const file = join(folder, 'a file')
  await writeFile(file, '')
  const outcome = await folderPrinter({ folder: file }).print(request())
  expect(outcome).toEqual({ printed: false, failure: { name: 'PRINTER_FAILED', detail: 'EEXIST' } })
})
