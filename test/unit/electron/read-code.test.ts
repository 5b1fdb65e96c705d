/** The file with the code of a sealed file, as people make it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCode } from '../../../main/electron/read-code.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const CODE = '12345 67890 12345 67890 12345'

test.each([
  ['UTF-8', Buffer.from(`${CODE}\n`)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${CODE}\r\nfor the tills\r\n`)],
  ['UTF-16, as Windows PowerShell writes it', Buffer.from(`\uFEFF${CODE}\r\n`, 'utf16le')],
])('the code is read from a file in %s', async (_name, bytes) => {
  const file = join(temporaryFolder(), 'code.txt')
  writeFileSync(file, bytes)
  expect(await readCode(file, '')).toBe(CODE)
})

test('the failure names the missing file of the code', async () => {
  const file = join(temporaryFolder(), 'no-code.txt')
  await expect(readCode(file, '')).rejects.toThrow(`FILE_MISSING: ${file}`)
})
