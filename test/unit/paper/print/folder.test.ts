import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rasterAsPng } from '../../../../main/paper/draw/index.ts'
import { folderPrinter, type PrintRequest } from '../../../../main/paper/print/index.ts'
import { drawerThrough, printRequest, printThrough } from '../../../support/print-request.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const request = (changes: Partial<PrintRequest> = {}): PrintRequest => ({
  ...printRequest(16),
  name: 'K01-0147',
  ...changes,
})
const printInto = (into: string, paper = request()) => printThrough(folderPrinter({ folder: into }), paper)

test('a print is saved as a picture and its bytes', async () => {
  const inner = join(folder, 'made', 'when needed')
  const outcome = await printInto(inner)
  expect(outcome).toEqual({
    printed: true,
    files: [join(inner, 'K01-0147.png'), join(inner, 'K01-0147.bin')],
  })
  expect(await readFile(join(inner, 'K01-0147.bin'))).toEqual(Buffer.from(request().bytes))
  expect(await readFile(join(inner, 'K01-0147.png'))).toEqual(Buffer.from(rasterAsPng(request().raster)))
})

test('a repeated print replaces its files and leaves no others', async () => {
  await printInto(folder)
  await printInto(folder, request({ bytes: Uint8Array.of(1, 2, 3) }))
  expect((await readdir(folder)).sort()).toEqual(['K01-0147.bin', 'K01-0147.png'])
  expect([...(await readFile(join(folder, 'K01-0147.bin')))]).toEqual([1, 2, 3])
})

test('a name cannot lead out of the folder', async () => {
  await printInto(folder, request({ name: '../../away/K01' }))
  expect((await readdir(folder)).sort()).toEqual(['-..-away-K01.bin', '-..-away-K01.png'])
})

test('a folder that cannot be written is a failure with its reason', async () => {
  const file = join(folder, 'a file')
  await writeFile(file, '')
  const outcome = await printInto(file)
  expect(outcome).toEqual({ printed: false, failure: { name: 'PRINTER_FAILED', detail: 'EEXIST' } })
})

test('a folder replaces a repeated print and drives no drawer', async () => {
  const driver = folderPrinter({ folder })
  expect(driver.replaces).toBe(true)
  expect(await drawerThrough(driver)).toEqual({ name: 'DRAWER_MISSING', detail: null })
})
