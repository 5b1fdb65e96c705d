/** Holds every journal to the service's own books and to what the driver was answered. */
import { join } from 'node:path'
import { machineClock } from '../../main/environment.ts'
import { type Journal, openJournal } from '../../main/journal/index.ts'
import type { PracticeState } from '../../main/practice/index.ts'
import { foldSale, shopDay } from '../../main/sales/index.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import type { Notes, SaleNote } from './notes.ts'

export type Findings = {
  lost_sales: number
  lost_payments: number
  doubled_invoices: number
  doubled_receipts: number
  doubled_refunds: number
  wrong_amounts: number
  unexplained: number
  attention: { cause: string; count: number }[]
  /** Each finding in words, with the sale and its events. */
  readonly words: string[]
}

type Audited = {
  readonly sale: Sale
  readonly events: readonly SaleEvent[]
  /** Causes that stand, or stood, in the attention list. */
  readonly attention: readonly string[]
}

export function audit(
  folders: readonly { readonly code: string; readonly folder: string }[],
  service: PracticeState,
  notes: Notes,
): Findings {
  const findings: Findings = {
    lost_sales: 0,
    lost_payments: 0,
    doubled_invoices: 0,
    doubled_receipts: 0,
    doubled_refunds: 0,
    wrong_amounts: 0,
    unexplained: 0,
    attention: [],
    words: [],
  }
  const sales = new Map<string, Audited>()
  for (const { folder } of folders) for (const one of salesIn(folder)) sales.set(one.sale.id, one)
  const find = (kind: Exclude<keyof Findings, 'attention' | 'words'>, words: string, of?: Audited): void => {
    findings[kind] += 1
    const events = of?.events.map((event) => event.kind).join(' ') ?? ''
    findings.words.push(
      `${kind}: ${words}${of ? ` · ${of.sale.senderInvoiceNo} ${JSON.stringify(of.sale.state)} · ${events}` : ''}`,
    )
  }
  auditNotes(sales, notes, find)
  auditInvoices(sales, service, find)
  auditPayments(sales, service, find)
  auditReceipts(service, find)
  for (const { payment_id, status } of service.payments)
    if (status === 'REFUNDED' && !notes.refunded.has(payment_id))
      find('doubled_refunds', `payment ${payment_id} was refunded by nobody`)
  for (const one of sales.values()) auditSale(one, find)
  findings.attention = counted([...sales.values()].flatMap(({ attention }) => [...attention]))
  return findings
}

type Find = (kind: Exclude<keyof Findings, 'attention' | 'words'>, words: string, of?: Audited) => void

function salesIn(folder: string): Audited[] {
  const journal = openJournal(join(folder, 'journal-practice.sqlite'), {
    fold: foldSale,
    now: machineClock.now,
    mode: 'practice',
  })
  try {
    const open = journal.attention()
    return daysOf(journal).flatMap((day) =>
      journal.salesOf(day).flatMap(({ id }): Audited[] => {
        const sale = journal.sale(id)
        if (!sale) return []
        const events = journal.events(id).map(({ event }) => event)
        const settled = events.flatMap((event) => (event.kind === 'attention-settled' ? [event.cause] : []))
        const standing = open.filter(({ saleId }) => saleId === id).map(({ cause }) => cause)
        return [{ sale, events, attention: [...settled, ...standing] }]
      }),
    )
  } finally {
    journal.close()
  }
}

/** The terminals' clocks run fast: their days are ahead. */
function daysOf(journal: Pick<Journal, 'lastAt'>): string[] {
  const days: string[] = []
  const last = Math.max(journal.lastAt() ?? 0, Date.now())
  for (let at = Date.now() - 86_400_000; at <= last + 86_400_000; at += 43_200_000) days.push(shopDay(at))
  return [...new Set(days)]
}

function auditNotes(sales: ReadonlyMap<string, Audited>, notes: Notes, find: Find): void {
  for (const [saleId, note] of notes.sales) {
    const one = sales.get(saleId)
    if (!one) {
      find('lost_sales', `sale ${saleId} of ${note.till} was answered and is not in its journal`)
      continue
    }
    const lines = new Set(one.events.flatMap((event) => (event.kind === 'line-added' ? [event.line.id] : [])))
    for (const line of note.lines)
      if (!lines.has(line)) find('lost_sales', `line ${line} was answered and is not there`, one)
    auditCash(one, note, find)
  }
}

/** Each tender that was answered is there once, and no other. */
function auditCash(one: Audited, note: SaleNote, find: Find): void {
  const taken = one.events.filter((event) => event.kind === 'cash-taken').length
  if (taken !== note.cash.size)
    find('wrong_amounts', `${note.cash.size} tenders were answered and ${taken} are there`, one)
}

function auditInvoices(sales: ReadonlyMap<string, Audited>, service: PracticeState, find: Find): void {
  const byNumber = new Map<string, Audited>()
  for (const one of sales.values()) byNumber.set(one.sale.senderInvoiceNo, one)
  const alive = new Map<string, number>()
  for (const invoice of service.invoices) {
    const one = byNumber.get(invoice.sender_invoice_no)
    if (!one) {
      find('lost_sales', `invoice ${invoice.sender_invoice_no} has no sale`)
      continue
    }
    const asked = one.events.find((event) => event.kind === 'invoice-requested')
    const due = asked?.kind === 'invoice-requested' ? (asked.due ?? asked.total) : -1
    const requests = one.events.filter((event) => event.kind === 'invoice-requested')
    const fits = requests.some(
      (event) =>
        event.kind === 'invoice-requested' && (event.due ?? event.total) === hundredths(invoice.amount),
    )
    if (!fits) find('wrong_amounts', `the invoice is of ${invoice.amount}, not of ${due / 100}`, one)
    if (invoice.status === 'CANCELLED') continue
    const count = (alive.get(invoice.sender_invoice_no) ?? 0) + 1
    alive.set(invoice.sender_invoice_no, count)
    if (count > 1) find('doubled_invoices', `${count} invoices stand`, one)
  }
}

const hundredths = (tugriks: number): number => Math.round(tugriks * 100)

function auditPayments(sales: ReadonlyMap<string, Audited>, service: PracticeState, find: Find): void {
  const byInvoice = new Map<string, Audited>()
  for (const one of sales.values()) {
    const { state } = one.sale
    if ('invoice' in state && state.invoice) byInvoice.set(state.invoice.invoiceId, one)
  }
  for (const payment of service.payments) {
    const one = byInvoice.get(payment.invoice_id)
    const words = `payment ${payment.payment_id} of ${payment.amount} (${payment.status})`
    if (!one) {
      if (payment.status === 'PAID') find('lost_payments', `${words} belongs to no sale`)
      continue
    }
    const { state } = one.sale
    const seen = 'payments' in state ? state.payments : []
    const row = seen.find((known) => known.paymentId === payment.payment_id)
    if (payment.status === 'PAID' && row?.status !== 'PAID')
      find('lost_payments', `${words} was not seen`, one)
    if (row && row.amount !== hundredths(payment.amount))
      find('wrong_amounts', `${words}: ${row.amount}`, one)
  }
}

function auditReceipts(service: PracticeState, find: Find): void {
  const active = new Set<string>()
  for (const { payment_id, status } of service.ereceipts) {
    if (status !== 'CREATED') continue
    if (active.has(payment_id)) find('doubled_receipts', `payment ${payment_id} has two active e-receipts`)
    active.add(payment_id)
  }
}

function auditSale(one: Audited, find: Find): void {
  const { state } = one.sale
  const has = (...causes: readonly string[]) => causes.some((cause) => one.attention.includes(cause))
  switch (state.name) {
    case 'completed':
    case 'receipt-owed': {
      const cash = state.cash.reduce((sum, tender) => sum + tender.amount, 0)
      const rows = state.payments.reduce((sum, row) => sum + (row.status === 'PAID' ? row.amount : 0), 0)
      if (state.paid !== cash + rows)
        find('wrong_amounts', `paid ${state.paid} is not ${cash} + ${rows}`, one)
      if (state.surplus > 0 && !has('surplus', 'paid-twice'))
        find('lost_payments', `a surplus of ${state.surplus} was put before nobody`, one)
      if (state.paid < state.total && !has('refunded-elsewhere'))
        find('wrong_amounts', 'less was taken than is due, and nobody was told', one)
      if (state.name === 'receipt-owed' && !has('ereceipt-refused') && state.failure.name !== 'GIVEN_UP')
        find('unexplained', 'its receipt is owed, and nobody was told', one)
      if (['unknown', 'due', 'requested', 'cancel-unknown'].includes(state.retiring?.step ?? ''))
        find('unexplained', 'its QR is not retired yet', one)
      return
    }
    case 'cancelled':
      if (state.cash.length > 0 && !has('cash-held')) find('unexplained', 'it keeps cash', one)
      return
    // Late money that went back to its payer has settled itself.
    case 'paid-late':
      if (state.paid > 0 && !has('late-money')) find('lost_payments', 'late money was put before nobody', one)
      return
    case 'open':
    case 'parked':
      return
    default:
      find('unexplained', `it ended ${state.name}`, one)
  }
}

function counted(causes: readonly string[]): { cause: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  return [...counts].map(([cause, count]) => ({ cause, count })).sort((one, other) => other.count - one.count)
}
