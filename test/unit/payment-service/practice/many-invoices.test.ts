import { expect, test } from 'vitest'
import { listInvoices } from '../../../../main/payment-service/practice/invoices.ts'
import {
  createLedger,
  FIRST_MERCHANT,
  newIdentity,
} from '../../../../main/payment-service/practice/ledger.ts'
import { createTokens } from '../../../../main/payment-service/practice/tokens.ts'
import { money } from '../../../../shared/money/money.ts'
import { MORNING, standingClock } from './practice-under-test.ts'

test('one number among ten thousand invoices is found without reading the others', () => {
  const identity = newIdentity()
  const ledger = createLedger({ identity, merchant: FIRST_MERCHANT, now: standingClock.now, keep: () => {} })
  for (let i = 0; i < 10_000; i++) {
    ledger.record({
      kind: 'invoice',
      invoice_id: `id-${i}`,
      shape: 'simple',
      status: 'OPEN',
      amount: money(1000_00),
      created_at: MORNING,
      request: {
        invoice_code: identity.invoice_code,
        sender_invoice_no: `K01-${i}`,
        invoice_receiver_code: 'terminal',
        invoice_description: 'x',
        callback_url: 'https://pos.invalid/',
        amount: 1000,
      },
    })
  }
  const all = () => {
    throw new Error('looked at all')
  }
  const parts = {
    ledger: { ...ledger, invoices: { ...ledger.invoices, all } },
    clock: standingClock,
    tokens: createTokens(standingClock),
    notify: () => {},
  }
  const found = listInvoices(parts, {
    sender_invoice_no: 'K01-7',
    offset: { page_number: 1, page_limit: 10 },
  })
  expect(found).toMatchObject({ count: 1, rows: [{ invoice_id: 'id-7' }] })
})
