import { expect, test } from 'vitest'
import { createPapers, type PapersParts } from '../../../../main/paper/facts/papers.ts'
import type { Seal } from '../../../../main/paper/print/index.ts'
import { CommandRefused } from '../../../../shared/failure.ts'
import type { IssuedEReceipt } from '../../../../shared/sale/sale.ts'

const missingWith = (open: Seal['open']) =>
  createPapers({
    journal: { seals: { of: () => new Map([['p1', Buffer.from('sealed')]]) } },
    seal: { open },
  } as unknown as PapersParts).sealsMissing('s1', [{ paymentId: 'p1' } as IssuedEReceipt])

test('a seal counts as missing while the keyring does not give its key', () => {
  const locked = () => {
    throw new CommandRefused('KEYRING_LOCKED')
  }
  expect(missingWith(locked)).toEqual(['p1'])
  expect(missingWith(() => null)).toEqual(['p1'])
  expect(missingWith(() => ({ lottery: 'AB 12345678', qrData: '1' }))).toEqual([])
})

test('a seal that cannot be read because of an error is not missing, and no e-receipt is requested again', () => {
  const broken = () => {
    throw new Error('disk I/O error')
  }
  expect(() => missingWith(broken)).toThrow('disk I/O error')
})
