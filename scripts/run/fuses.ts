/** The fuses of a packaged Electron: switches in the program's own file that no command line changes back. */
import { readFileSync } from 'node:fs'
import { inProject } from './setup/project.mjs'

/** Their names in electron-builder.yml, in the order of the file (`FuseV1Options` of @electron/fuses). */
const NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const

type Fuses = Readonly<Record<string, boolean>>

/** Marks the fuses in the file. A version and a length follow, then a character for each fuse. */
const MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Reads the fuses of a program; null when it has none. */
export function readFuses(program: Buffer): Fuses | null {
  const mark = program.indexOf(MARK)
  if (mark < 0) return null
  const first = mark + MARK.length + 2
  return Object.fromEntries(NAMES.map((name, index) => [name, program[first + index] === '1'.charCodeAt(0)]))
}

/** The program with another fuse, for a copy in a test. */
export function writeFuse(program: Buffer, name: (typeof NAMES)[number], on: boolean): Buffer {
  const changed = Buffer.from(program)
  const mark = changed.indexOf(MARK)
  if (mark < 0) throw new Error('a program without fuses')
  changed[mark + MARK.length + 2 + NAMES.indexOf(name)] = (on ? '1' : '0').charCodeAt(0)
  return changed
}

/** The fuses that electron-builder.yml asks for. */
export function wantedFuses(): Fuses {
  const [, listed = ''] = readFileSync(inProject('electron-builder.yml'), 'utf8').split('electronFuses:\n')
  return Object.fromEntries(
    [...listed.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, on]) => [name, on === 'true']),
  )
}
