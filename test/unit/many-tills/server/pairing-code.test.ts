import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  fingerprintOf,
  pairingLink,
  patchOf,
  readPairingCode,
  readPairingLink,
} from '../../../../main/many-tills/server/index.ts'
import { newPairingCode } from '../../../../main/many-tills/server/pairing-code.ts'

const newCode = () => newPairingCode(fingerprintOf(randomBytes(300)))

test('a pairing code is read back, however it is typed', () => {
  for (let round = 0; round < 50; round++) {
    const { text, ...code } = newCode()
    expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    const typed = [
      text,
      text.toLowerCase(),
      text.replaceAll('-', ' '),
      ` ${text.replaceAll('-', '')} `,
      text.replaceAll('0', 'O').replaceAll('1', 'l'),
    ]
    for (const one of typed) expect(readPairingCode(one)).toEqual(code)
  }
})

test('a typing error in a pairing code is noticed', () => {
  const { text } = newCode()
  const other = (letter: string): string => (letter === '7' ? '8' : '7')
  let unnoticed = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '-') continue
    const typed = text.slice(0, at) + other(text.charAt(at)) + text.slice(at + 1)
    if (readPairingCode(typed) !== null) unnoticed += 1
    expect(readPairingCode(text.slice(0, at))).toBeNull()
  }
  // A check of ten bits: one in a thousand.
  expect(unnoticed).toBeLessThanOrEqual(2)
  for (const wrong of ['', '-', 'x'.repeat(10_000), '\u0000', "'; DROP TABLE"])
    expect(readPairingCode(wrong)).toBeNull()
})

test('a link that is no pairing link is refused', () => {
  const { text } = newCode()
  const link = pairingLink({ host: 'pos.shop.mn', port: 5432, database: 'shop' }, text)
  expect(readPairingLink(link)).not.toBeNull()
  for (const wrong of [
    text,
    link.slice(0, -1),
    link.replace('tugrik-pair', 'https'),
    link.replace('pos.shop.mn', 'a b'),
  ])
    expect(readPairingLink(wrong)).toBeNull()
})

test('a patch has only the fields that changed, whatever their order', () => {
  const before = JSON.stringify({ name: 'Талх', price: 1, tax: { kind: 'vat', code: '1' }, unit: 'ш' })
  const after = JSON.stringify({ tax: { code: '1', kind: 'vat' }, price: 2, name: 'Талх', note: null })
  expect(patchOf(before, after)).toEqual({ set: { price: 2, note: null }, unset: ['unit'], remove: false })
  expect(patchOf(before, before)).toEqual({ set: {}, unset: [], remove: false })
  expect(patchOf(before, null)).toEqual({ set: {}, unset: [], remove: true })
  expect(patchOf(null, '5')).toEqual({ set: { '': 5 }, unset: [], remove: false })
})
