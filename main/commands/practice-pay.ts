import { CommandRefused } from '../../shared/failure.ts'
import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { type Money, money, moneyAsNumber, parseMoney } from '../../shared/money.ts'
import { type SaleStatus, statusOf } from '../../shared/sale-status.ts'
import type { CommandContext } from './command-context.ts'

/** The payer's part, in practice mode alone. */
export async function payInTestMode(
  context: CommandContext,
  request: ParsedRequestOf<'payInTestMode'>,
): Promise<void> {
  const { mode, journal } = context.shop()
  if (mode !== 'practice') throw new CommandRefused('PRACTICE_ONLY')
  const sale = journal.sales.byId(request.saleId)
  const status = sale && statusOf(sale)
  if (!sale || !status || !('invoice' in status) || status.invoice === null)
    throw new CommandRefused('SALE_UNKNOWN')
  const amount = request.amount.trim() === '' ? whatIsDue(status) : parseMoney(request.amount)
  if (amount === null) throw new CommandRefused('PRICE_INVALID')
  if (amount <= 0) throw new CommandRefused('AMOUNT_ZERO')
  const payer = await context.payer()
  await payer.pay({
    invoice_id: status.invoice.invoiceId,
    amount: moneyAsNumber(amount),
    type: request.type,
    bank_code: request.bankCode,
  })
}

/** Of what the invoice is for, not of the sale: a part may have been taken in cash. */
function whatIsDue(status: SaleStatus): Money {
  if (!('due' in status)) return money(0)
  return 'paid' in status ? money(status.due - status.paid) : status.due
}
