/**
 * Turns postings into accounting entries: documents of debit and credit lines that balance. One commit of a sale is one
 * document, and so is each event of a shift. All postings of a return on one day are one document.
 */

import type { ShiftEvent } from '../../../shared/books/shift.ts'
import type { Posting } from '../../../shared/ledger/index.ts'
import { isTaxKind, type TaxKind } from '../../../shared/money/tax.ts'
import type { SaleEvent } from '../../../shared/sale/sale.ts'
import { ACCOUNTS, type Account } from '../../../shared/shop/ledger-accounts.ts'

type Side = 'debit' | 'credit'

export type EntryLine = {
  readonly account: Account
  /** The tax kind of goods; null for other lines. */
  readonly taxKind: TaxKind | null
  readonly side: Side
  /** Positive. */
  readonly amount: number
  /** The VAT on goods, which is posted to its own account. */
  readonly vat: number
  readonly cityTax: number
}

type DocumentKind =
  | 'sold'
  | 'taken'
  | 'refunded'
  | 'payment'
  | 'return'
  | 'settled'
  | 'other'
  | ShiftEvent['kind']

export type Document = {
  readonly at: number
  readonly kind: DocumentKind
  /** The reason of a cash in or cash out, as typed. */
  readonly note: string
  readonly lines: readonly EntryLine[]
}

/** The postings of one event. */
export type Posted = {
  readonly at: number
  readonly event: SaleEvent | ShiftEvent
  readonly postings: readonly Posting[]
}

/** The documents of one sale or shift on one day. Postings that cancel out make no document. */
export function documentsOf(posted: readonly Posted[]): readonly Document[] {
  const groups = new Map<string, Posted[]>()
  posted.forEach((one, index) => {
    const name = groupOf(one, index)
    groups.set(name, [...(groups.get(name) ?? []), one])
  })
  return [...groups.values()].flatMap((group) => {
    const lines = linesOf(group.flatMap(({ postings }) => postings))
    if (lines.length === 0) return []
    const events = group.map(({ event }) => event)
    return [{ at: Math.max(...group.map(({ at }) => at)), kind: kindOf(events), note: noteOf(events), lines }]
  })
}

function groupOf({ at, event }: Posted, index: number): string {
  if (isOfShift(event)) return `event ${index}`
  return 'returnId' in event ? `return ${event.returnId}` : `at ${at}`
}

const SHIFT_EVENTS: readonly string[] = [
  'shift-opened',
  'cash-in',
  'cash-out',
  'shift-closed',
] satisfies readonly ShiftEvent['kind'][]

const isOfShift = (event: SaleEvent | ShiftEvent): event is ShiftEvent => SHIFT_EVENTS.includes(event.kind)

const KINDS: Partial<Record<SaleEvent['kind'], DocumentKind>> = {
  paid: 'sold',
  'tender-taken': 'taken',
  'tender-returned': 'refunded',
  'payments-seen': 'payment',
  'attention-settled': 'settled',
}

function kindOf(events: readonly (SaleEvent | ShiftEvent)[]): DocumentKind {
  const kinds = events.map((event): DocumentKind => {
    if (isOfShift(event)) return event.kind
    return 'returnId' in event ? 'return' : (KINDS[event.kind] ?? 'other')
  })
  if (kinds.includes('sold')) return 'sold'
  return kinds.find((kind) => kind !== 'other') ?? 'other'
}

const noteOf = (events: readonly (SaleEvent | ShiftEvent)[]): string =>
  events
    .flatMap((event) => (event.kind === 'cash-in' || event.kind === 'cash-out' ? [event.reason] : []))
    .join(', ')

function linesOf(postings: readonly Posting[]): readonly EntryLine[] {
  const balances = new Map<string, Omit<EntryLine, 'side'>>()
  for (const { account, key, amount, vat, cityTax } of postings) {
    if (!isAccount(account)) continue
    const taxKind = isTaxKind(key) ? key : null
    addUp(balances, `${account} ${taxKind}`, { account, taxKind, amount, vat, cityTax })
  }
  const lines = [...balances.values()].map((line): EntryLine => {
    const { amount } = line
    return { ...line, side: amount > 0 ? 'debit' : 'credit', amount: Math.abs(amount) }
  })
  return inOrder(lines.filter(({ amount }) => amount !== 0))
}

/** The totals of a day's documents by account and tax kind, debits and credits apart. */
export function summedUp(documents: readonly Document[]): readonly EntryLine[] {
  const sums = new Map<string, EntryLine>()
  for (const line of documents.flatMap(({ lines }) => lines))
    addUp(sums, `${line.account} ${line.taxKind} ${line.side}`, line)
  return inOrder([...sums.values()])
}

type Sums = Pick<EntryLine, 'amount' | 'vat' | 'cityTax'>

function addUp<Line extends Sums>(sums: Map<string, Line>, name: string, line: Line): void {
  const had = sums.get(name)
  const figure = (which: keyof Sums): number => (had?.[which] ?? 0) + line[which]
  sums.set(name, { ...line, amount: figure('amount'), vat: figure('vat'), cityTax: figure('cityTax') })
}

const isAccount = (account: string): account is Account => (ACCOUNTS as readonly string[]).includes(account)

/** Debits first, accounts in their order. */
const inOrder = (lines: readonly EntryLine[]): readonly EntryLine[] =>
  [...lines].sort(
    (one, other) =>
      Number(one.side === 'credit') - Number(other.side === 'credit') ||
      ACCOUNTS.indexOf(one.account) - ACCOUNTS.indexOf(other.account) ||
      String(one.taxKind).localeCompare(String(other.taxKind)),
  )
