import { expect, test } from 'vitest'
import { money, NO_MONEY, tugriks } from '../../../shared/money/money.ts'
import { heldOf, receivedFor } from '../../../shared/sale/money-of-sale.ts'
import type { Payment } from '../../../shared/sale/sale.ts'

const payment: Payment = {
  paymentId: 'p1',
  invoiceNo: 1,
  status: 'REFUNDED',
  amount: tugriks(1000),
  type: 'P2P',
  wallet: null,
  bankCode: null,
  came: tugriks(1000),
  cameAt: 1,
  wentBack: tugriks(1000),
  wentBackAt: 2,
  counted: NO_MONEY,
}

test('money that was repaid and also refunded elsewhere is the shop’s loss, and does not raise the price to collect', () => {
  const repaid = {
    cause: 'late-money',
    resolution: 'repaid-cash',
    at: 1,
    by: null,
    shares: [{ paymentId: 'p1', amount: tugriks(1000) }],
  } as const
  const accounts = { payments: [payment], decisions: [repaid], returns: [], tenders: [] }
  expect(heldOf(accounts, payment)).toBe(money(-tugriks(1000)))
  expect(receivedFor(accounts)).toBe(NO_MONEY)
})
