/**
 * Figures of a journal that outlive the program that wrote it: states, amounts, sums, lists. Uses only the journal's
 * public reads. When the model changes, this module is adapted and the expected figures stay as they are.
 *
 * Sales are named by their `senderInvoiceNo`. Amounts are hundredths of a tugrik. Every list is in an order of its own.
 */
import { type SumRow, term } from '../../main/projections/index.ts'
import { attentionOf, saleModel } from '../../main/sales/index.ts'
import { addUp } from '../../main/shifts/add-up.ts'
import { type Journal, openJournal } from '../../main/store/index.ts'
import { returnedOf } from '../../scripts/torture/audit/returned.ts'
import { type SaleRow, STANDINGS, TENDERS } from '../../shared/history.ts'
import type { Return, ReturnPart } from '../../shared/return.ts'
import type { Payment, Sale } from '../../shared/sale.ts'
import { tenderSum } from '../../shared/sale-account.ts'
import { isSold, statusOf } from '../../shared/sale-status.ts'
import type { ShiftTotals } from '../../shared/shift.ts'
import { auditOfFile } from './audit-of-file.ts'
import { countsOf, everyRow } from './journal-counts.ts'

export type JournalFigures = ReturnType<typeof figuresOf> & {
  readonly audit: ReturnType<typeof auditOfFile>
}

/** Opens the journal, reads the figures and closes it again. */
export function journalFigures(file: string): JournalFigures {
  const figures = withJournal(file, figuresOf)
  return { ...figures, audit: auditOfFile(file) }
}

/** Opens a journal for some work. The time is 0, so that no command is old enough to be forgotten. */
export function withJournal<Answer>(file: string, work: (journal: Journal) => Answer): Answer {
  const journal = openJournal(file, { model: saleModel, now: () => 0, mode: 'practice' })
  try {
    return work(journal)
  } finally {
    journal.close()
  }
}

function figuresOf(journal: Journal) {
  const rows = everyRow(journal)
  const sales = rows.map((row) => ({ row, sale: found(journal.sales.byId(row.id)) }))
  const due = new Set(journal.unfinished.due().map(({ id }) => id))
  const waits = new Set(journal.unfinished.waiting().map(({ id }) => id))
  return {
    tag: journal.tag,
    counts: countsOf(journal),
    counter: journal.counter.saleId(),
    waiting: journal.unfinished.waitingSummary(),
    setAside: journal.unfinished.setAside().map(numberOf).sort(),
    setAsideCount: journal.unfinished.setAsideCount(),
    next: nextNumbers(journal, sales),
    soldWithoutShift: withoutShift(journal),
    countDraft: journal.shifts.countDraft(journal.shifts.open()?.id ?? ''),
    reconciliations: journal.reconciliations
      .latest(100)
      .map(({ discrepancies, ...one }) => ({
        ...one,
        differences: discrepancies,
        explained: [...journal.reconciliations.explanations(one.span).keys()].sort(),
      }))
      .sort(by(({ span }) => span)),
    history: historyOf(journal),
    attention: attentionIn(journal),
    papersOwed: journal.printJobs
      .owed()
      .map(({ kind, state, printer, saleId }) => ({
        sale: saleId === null ? null : numberOf(found(journal.sales.byId(saleId))),
        kind,
        state: spelt(state),
        printer,
      }))
      .sort(by(({ sale, kind, state }) => `${sale} ${kind} ${state}`)),
    auditRows: journal.audit.rows(1000).map(({ seq, at, action, who, approvedBy }) => ({
      seq,
      at,
      act: spelt(action),
      who: who?.id ?? null,
      approvedBy: approvedBy?.id ?? null,
    })),
    shifts: shiftsOf(journal),
    daySums: sumsOf(journal),
    sales: sales
      .map(({ sale, row }) => ({
        ...saleFigures(journal, sale, row),
        goesOn: due.has(sale.id),
        waits: waits.has(sale.id),
      }))
      .sort(by(({ number }) => number)),
  }
}

/** States and commands that earlier versions spelt otherwise. */
const SPELT: Readonly<Record<string, string>> = {
  unconfirmed: 'doubtful',
  'late-payment': 'paid-late',
  fulfilling: 'receipting',
  acknowledgeRecovered: 'acknowledgeFound',
}

const spelt = (name: string): string => SPELT[name] ?? name

/** The attention items: from the sales, and from the print queue for unconfirmed prints. */
function attentionIn(journal: Journal) {
  const told = journal.unfinished
    .attention()
    .flatMap((sale) =>
      attentionOf(sale).map(({ cause, amount }) => ({ sale: numberOf(sale), cause, amount })),
    )
  const unconfirmed = journal.printJobs
    .owed()
    .filter(({ kind, state }) => (kind === 'sale' || kind === 'e-receipt') && state === 'unconfirmed')
    .map(({ saleId }) => ({
      sale: numberOf(found(saleId === null ? null : journal.sales.byId(saleId))),
      cause: 'receipt-unprintable' as const,
      amount: null,
    }))
  return [...told, ...unconfirmed].sort(by(({ sale, cause, amount }) => `${sale} ${cause} ${amount}`))
}

const numberOf = ({ senderInvoiceNo }: Sale | SaleRow): string => senderInvoiceNo

function found<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a list names what is not there')
  return value
}

const by =
  <Item>(textOf: (item: Item) => string) =>
  (one: Item, other: Item): number =>
    textOf(one) < textOf(other) ? -1 : Number(textOf(one) > textOf(other))

/** The sales that have one of the terms of each group; all sales when there is no group. */
export const everySaleOf = (journal: Journal): readonly Sale[] =>
  everyRow(journal).map(({ id }) => found(journal.sales.byId(id)))

/** The figures that version 15 named `due`, `payments` and `paid`: only some states had them. */
function saleFigures(journal: Journal, sale: Sale, { total, tender, returned }: SaleRow) {
  const status = statusOf(sale)
  const isCart = status.name === 'open' || status.name === 'parked'
  const charge = sale.invoices.findLast(({ extra }) => !extra)
  const hasPayments = !isCart && status.name !== 'invoicing' && status.name !== 'awaiting-payment'
  const paid = 'paid' in status && status.name !== 'awaiting-payment' ? status.paid : null
  return {
    number: sale.senderInvoiceNo,
    id: sale.id,
    version: sale.version,
    state: spelt(status.name),
    held: sale.held,
    total,
    due: isCart || isSold(sale) ? null : (charge?.amount ?? total),
    cash: status.name === 'parked' ? null : tenderSum(sale),
    paid,
    surplus: isSold(sale) && paid !== null ? Math.max(0, paid - total) : null,
    lateGivenBack: status.name === 'late-payment' ? repaidOf(sale) : null,
    returned: returned ? returnedOf(sale) : null,
    tender,
    payments: hasPayments ? sale.payments.map(paymentWords) : null,
    ereceipts: isSold(sale) ? sale.ereceipts.map((one) => `${one.paymentId} ${one.step}`) : null,
    print: 'print' in status ? status.print.step : null,
    retiring: isSold(sale) ? retiringOf(sale) : null,
    returns: sale.returns.map(returnFigures),
    papers: journal.printJobs.ofSale(sale.id).map(({ kind, state: how }) => `${kind} ${spelt(how)}`),
    seals: journal.seals.of(sale.id).size,
  }
}

const repaidOf = ({ decisions }: Sale): number =>
  decisions
    .filter(({ resolution }) => resolution === 'repaid-cash' || resolution === 'repaid-transfer')
    .flatMap(({ shares }) => shares)
    .reduce((sum, { amount }) => sum + amount, 0)

/** Version 15's names for the step of an invoice that a sold sale does not need. */
const RETIRING: Readonly<Record<string, string>> = {
  requested: 'unknown', // its answer has not come yet
  'cancel-due': 'due',
  'cancel-requested': 'requested',
  'left-open': 'kept',
}

function retiringOf({ invoices }: Sale): string | null {
  const name = invoices.find(({ wanted }) => !wanted)?.step.name
  return name === undefined ? null : (RETIRING[name] ?? name)
}

const paymentWords = ({ paymentId, type, status, amount }: Payment): string =>
  `${paymentId} ${type} ${status} ${amount}`

const returnFigures = ({ state, amount, voids, parts }: Return) => ({
  state: state === 'cancelled' ? 'called-off' : state,
  amount,
  voids: voids.map(({ paymentId, step }) => `${paymentId} ${step.name}`),
  parts: parts.map(partFigures),
})

const partFigures = (part: ReturnPart) => ({
  payment: part.paymentId,
  amount: part.amount,
  by: part.by,
  way: part.by === 'hand' ? part.way : part.operation,
  step: part.step.name,
  how: 'how' in part.step ? part.step.how : null,
})

/** `x` is what the shift comes to now; `z` is what its close recorded. */
const shiftsOf = (journal: Journal) =>
  journal.shifts
    .latest(1000, Number.MAX_SAFE_INTEGER)
    .map(({ id, terminal, state, openedAt, closedAt, zNumber }) => {
      const closed = journal.shifts
        .events(id)
        .flatMap(({ event }) => (event.kind === 'shift-closed' ? event : []))
      const { totals = null, count = null } = closed[0] ?? {}
      return {
        id,
        terminal,
        state,
        openedAt,
        closedAt,
        zNumber,
        drawerExpected: addUp(journal, id).drawer.expected,
        counted: count?.counted ?? null,
        difference: count?.difference ?? null,
        x: asBefore(addUp(journal, id)),
        z: totals && { ...totals, drawer: drawerBefore(totals.drawer) },
      }
    })
    .sort(by(({ terminal, openedAt }) => `${terminal} ${openedAt}`))

const drawerBefore = ({ refunded, ...drawer }: ShiftTotals['drawer']) => ({ ...drawer, givenBack: refunded })

/** The part of X that version 15 had. */
const asBefore = ({
  sales,
  discounts,
  cancelled,
  returns,
  net,
  tenders,
  taxes,
  ereceipts: { issued, owed },
  drawer,
  firstSaleAt,
  lastSaleAt,
  unread,
}: ShiftTotals) => ({
  sales,
  discounts,
  cancelled,
  returns,
  net,
  tenders,
  taxes,
  ereceipts: { issued, owed },
  drawer: drawerBefore(drawer),
  firstSaleAt,
  lastSaleAt,
  unread,
})

const withoutShift = (journal: Journal) => {
  const rows = journal.sums.withoutShift('hour', '0')
  return {
    times: rows.reduce((sum, { times }) => sum + times, 0),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** The sums of all days together: version 15 dated some of them by the sale that are now dated by their event. */
function sumsOf(journal: Journal) {
  const span = journal.sums.span()
  const rows = span === null ? [] : journal.sums.ofDays(span.first, span.last)
  return sumsByName(rows.map(({ account, ...row }) => ({ ...row, subject: account })))
}

type OldSum = Pick<SumRow, 'key' | (typeof FIGURES)[number]> & { readonly subject: string }
const FIGURES = ['times', 'lines', 'quantity', 'amount'] as const
const SUMMED_BEFORE = new Set([
  'hour',
  'product',
  'category',
  'cashier',
  'discount',
  'cancelled',
  'e-receipt',
  'back',
  'back-product',
  'back-category',
  'back-cashier',
])

export function sumsByName(rows: readonly OldSum[]) {
  const sums: Record<string, number> = {}
  for (const row of rows.filter(({ subject }) => SUMMED_BEFORE.has(subject)))
    for (const figure of FIGURES) {
      const name = `${row.subject} ${row.key} ${figure}`
      const sum = (sums[name] ?? 0) + row[figure]
      if (sum === 0) delete sums[name]
      else sums[name] = sum
    }
  return sums
}

const historyOf = (journal: Journal) => ({
  standings: Object.fromEntries(STANDINGS.map((one) => [one, foundBy(journal, term.standing(one))])),
  tenders: Object.fromEntries(TENDERS.map((one) => [one, foundBy(journal, term.tender(one))])),
  both: Object.fromEntries(
    STANDINGS.flatMap((standing) =>
      TENDERS.map((tender) => [
        `${standing}, ${tender}`,
        foundBy(journal, term.standingAndTender(standing, tender)).length,
      ]),
    ),
  ),
  cashiers: journal.search.cashierNames(),
})

const foundBy = (journal: Journal, one: string): readonly string[] =>
  everyRow(journal, [[one]])
    .map(numberOf)
    .sort()

/** The number that the next sale of each day, and the next Z, would get, by terminal. */
function nextNumbers(journal: Journal, sales: readonly { readonly sale: Sale }[]) {
  const days = new Set(sales.map(({ sale: { terminal, day } }) => `${terminal} ${day}`))
  const terminals = new Set(sales.map(({ sale: { terminal } }) => terminal))
  return {
    sequence: Object.fromEntries(
      [...days].sort().map((one) => {
        const [terminal = '', day = ''] = one.split(' ')
        return [one, journal.saleNumbers.nextSequence(terminal, day)]
      }),
    ),
    z: Object.fromEntries(
      [...terminals].sort().map((terminal) => [terminal, journal.shifts.nextZ(terminal)]),
    ),
  }
}
