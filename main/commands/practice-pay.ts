import { CommandRefused } from '../../shared/failure.ts'
import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { type Money, money, moneyAsNumber, parseMoney } from '../../shared/money.ts'
import type { Sale } from '../../shared/sale.ts'
import type { Desk } from './desk.ts'

/** The payer's part, in practice mode alone. */
export async function practicePay(desk: Desk, request: ParsedRequestOf<'practicePay'>): Promise<void> {
  const { mode, journal } = desk.shop()
  if (mode !== 'practice') throw new CommandRefused('PRACTICE_ONLY')
  const sale = journal.sale(request.saleId)
  if (!sale || !('invoice' in sale.state) || sale.state.invoice === null)
    throw new CommandRefused('SALE_UNKNOWN')
  const amount = request.amount.trim() === '' ? whatIsDue(sale) : parseMoney(request.amount)
  if (amount === null) throw new CommandRefused('PRICE_INVALID')
  if (amount <= 0) throw new CommandRefused('AMOUNT_ZERO')
  const payer = await desk.payer()
  await payer.pay({
    invoice_id: sale.state.invoice.invoiceId,
    amount: moneyAsNumber(amount),
    type: request.type,
    bank_code: request.bankCode,
  })
}

/** Of what the invoice is for, not of the sale: a part may have been taken in cash. */
function whatIsDue({ state }: Sale): Money {
  if (!('due' in state)) return money(0)
  return 'paid' in state ? money(state.due - state.paid) : state.due
}
