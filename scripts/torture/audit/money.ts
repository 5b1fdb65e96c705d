/** Whether the money of a sale adds up: in the journal, at the service, and in what people were told to give back. */
import type { Sale } from '../../../shared/sale.ts'
import { type Books, hundredths } from './books.ts'
import type { Find } from './findings.ts'
import type { AttentionRow, SaleRows } from './journal-file.ts'
import { refundedBy } from './returns.ts'

export function auditMoney(rows: SaleRows, books: Books, refunded: ReadonlySet<string>, find: Find): void {
  auditInvoiced(rows, books, find)
  auditSeen(rows.sale, books, find)
  const paid = books.payments.filter(({ status }) => status === 'PAID')
  const came = sum(paid.map(({ amount }) => hundredths(amount)))
  // What a return of ours gave back had come.
  const back = refundedBy(rows.sale)
  const wentBack = books.payments.filter((one) => one.status !== 'PAID' && back.has(one.payment_id))
  auditSold(rows, came + sum(wentBack.map(({ amount }) => hundredths(amount))), find)
  auditLate(rows, came, find)
  // What went back elsewhere may have been given back here before: the world's fault, not the till's.
  if (!books.payments.some(({ payment_id }) => refunded.has(payment_id))) auditGivenBack(rows, came, find)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/** An invoice is made for what is due at that moment: the goods, less the cash that was taken before. */
function auditInvoiced({ events }: SaleRows, { invoices }: Books, find: Find): void {
  let goods = new Map<string, number>()
  let cash = new Map<string, number>()
  const asked = new Set<number>()
  for (const event of events) {
    if (event.kind === 'line-added') goods = new Map(goods).set(event.line.id, event.line.amount)
    if (event.kind === 'line-changed') goods = new Map(goods).set(event.lineId, event.amount)
    if (event.kind === 'line-removed') goods = new Map([...goods].filter(([id]) => id !== event.lineId))
    if (event.kind === 'cash-taken') cash = new Map(cash).set(event.tender.id, event.tender.amount)
    if (event.kind === 'cash-returned') cash = new Map([...cash].filter(([id]) => id !== event.tenderId))
    if (event.kind === 'invoice-requested') asked.add(sum([...goods.values()]) - sum([...cash.values()]))
  }
  for (const { amount, invoice_id } of invoices)
    if (!asked.has(hundredths(amount)))
      find('wrong_amounts', `invoice ${invoice_id} is of ${hundredths(amount)}, asked was ${[...asked]}`)
}

/** Every payment at the service is known to its sale as it is. */
function auditSeen({ state }: Sale, { payments }: Books, find: Find): void {
  const known = new Map(('payments' in state ? state.payments : []).map((row) => [row.paymentId, row]))
  for (const { payment_id, status, amount } of payments) {
    const row = known.get(payment_id)
    const words = `payment ${payment_id} of ${hundredths(amount)} (${status})`
    if (status === 'PAID' && row?.status !== 'PAID') find('lost_payments', `${words} is not counted`)
    if (status !== 'PAID' && row?.status === 'PAID') find('wrong_amounts', `${words} is counted`)
    if (row && row.amount !== hundredths(amount)) find('wrong_amounts', `${words} is known as ${row.amount}`)
  }
}

const amountsOf = (attention: readonly AttentionRow[], causes: readonly string[]): number =>
  sum(attention.filter(({ cause }) => causes.includes(cause)).map(({ amount }) => amount))

function auditSold({ sale, attention }: SaleRows, came: number, find: Find): void {
  const { state, lines } = sale
  if (!('surplus' in state)) return
  const total = sum(lines.map(({ amount }) => amount))
  const cash = sum(state.cash.map(({ amount }) => amount))
  if (state.total !== total) find('wrong_amounts', `its total is ${state.total}, its lines are ${total}`)
  if (state.paid !== cash + came)
    find('wrong_amounts', `${state.paid} is paid, ${cash} in cash and ${came} at the service came`)
  if (state.surplus !== Math.max(0, state.paid - total))
    find('wrong_amounts', `its surplus is ${state.surplus} of ${state.paid} for ${total}`)
  if (amountsOf(attention, ['surplus', 'paid-twice']) < state.surplus)
    find('lost_payments', `a surplus of ${state.surplus} was not put before anybody, or not all of it`)
  if (state.paid < total && !attention.some(({ cause }) => cause === 'refunded-elsewhere'))
    find('wrong_amounts', `${state.paid} was taken for ${total}, and nobody was told`)
}

function auditLate({ sale, attention }: SaleRows, came: number, find: Find): void {
  const { state } = sale
  if ('surplus' in state || came === 0) return
  if (state.name !== 'paid-late') find('lost_payments', `${came} came, and it is ${state.name}`)
  else if (!attention.some(({ cause, amount }) => cause === 'late-money' && amount > 0))
    find('lost_payments', `${came} came late, and nobody was told`)
}

/** Nobody is told to give back more than came above what was due. */
function auditGivenBack({ sale, attention }: SaleRows, came: number, find: Find): void {
  const back = attention.filter(({ remedy }) => remedy === 'repaid-cash' || remedy === 'repaid-transfer')
  const given = amountsOf(back, ['late-money', 'surplus', 'paid-twice'])
  const owed = 'surplus' in sale.state ? sale.state.surplus : came
  if (given > owed) find('wrong_amounts', `${given} was given back where ${owed} was to be`)
  const open = attention.filter((row) => row.open)
  const more = amountsOf(open, ['late-money', 'surplus', 'paid-twice'])
  if (given + more > owed)
    find('wrong_amounts', `${given} was given back and ${more} is to be settled, where ${owed} came`)
}
