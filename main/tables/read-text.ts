/** The text of a CSV file, whatever wrote it. */
import type { TableKind } from '../../shared/goods-import.ts'

type Encoding = Extract<TableKind, { kind: 'csv' }>['encoding']

export type ReadText = { readonly text: string; readonly encoding: Encoding }

/**
 * By its byte order mark; else UTF-8 where it is that, and Windows-1251 where it is not, in which Mongolian shops write Ө
 * and Ү over the Ukrainian letters Є and Ї.
 */
export function readText(bytes: Uint8Array): ReadText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decode('utf-16le', bytes), encoding: 'utf-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decode('utf-16be', bytes), encoding: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: inMongolian(decode('windows-1251', bytes)), encoding: 'windows-1251' }
  }
}

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)

const MONGOLIAN: Readonly<Record<string, string>> = { Є: 'Ө', є: 'ө', Ї: 'Ү', ї: 'ү' }

const inMongolian = (text: string): string => text.replace(/[ЄєЇї]/g, (letter) => MONGOLIAN[letter] ?? letter)
