import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandRefused } from '../../shared/failure.ts'

/** Its digits, with spaces between them and a new line. */
const MOST_LETTERS = 200

/** The code of a sealed file: from a file, typed without being shown, or piped. Only its first line. Throws FILE_MISSING. */
export async function readCode(file: string | null, prompt: string): Promise<string> {
  if (file !== null) return firstLine(decoded(await contentOf(file)))
  return process.stdin.isTTY ? typed(prompt) : piped()
}

const contentOf = (file: string): Promise<Buffer> =>
  readFile(file).catch(() => {
    throw new CommandRefused('FILE_MISSING', file)
  })

/** Windows PowerShell writes UTF-16 with `>`, with its mark at the beginning. */
const decoded = (bytes: Buffer): string =>
  bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8')

const firstLine = (text: string): string => text.trim().split(/\r?\n/)[0]?.slice(0, MOST_LETTERS) ?? ''

async function piped(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin) {
    text += String(piece)
    if (text.length > MOST_LETTERS || text.trim().includes('\n')) break
  }
  return firstLine(text)
}

function typed(prompt: string): Promise<string> {
  process.stderr.write(`${prompt} `)
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      process.stderr.write('\n')
      lines.close()
      resolve(firstLine(line))
    })
    lines.once('close', () => resolve(''))
  })
}
