/** Compares every sale of every journal with the service's own books and with what the driver was answered. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AttentionItem } from '../../../../shared/page/index.ts'
import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import type { PracticeState } from '../../../run/practice/index.ts'
import type { Lists, Notes } from '../notes.ts'
import type { TortureTill } from '../till.ts'
import { auditAccounts } from './accounts.ts'
import { auditAnswered, auditDrawerCommands, isOfOthers } from './answered.ts'
import { type Books, booksOf } from './books.ts'
import { addMovements, auditShifts, type CounterSums, noSums } from './drawer.ts'
import { auditExchanges, type Half, halvesOf } from './exchanges.ts'
import { auditGuests, begunReturns, type GuestRows, guestsOf, isGuest, withGuests } from './guests.ts'
import { auditInvoices } from './invoices.ts'
import { type JournalFile, openJournalFile, type SaleRows } from './journal-file.ts'
import { auditLaws } from './laws.ts'
import { auditReceipts } from './receipts.ts'
import { askedBack, auditReturns } from './returns.ts'
import { COUNTED, type Counted, type Find, story } from './story.ts'

type AuditedTill = Pick<TortureTill, 'code' | 'folder' | 'folders'>

export function audit(tills: readonly AuditedTill[], service: PracticeState, notes: Notes) {
  const counts = Object.fromEntries(COUNTED.map((kind) => [kind, 0])) as Record<Counted, number>
  const words: string[] = []
  const causes = new Map<string, number>()
  const shop = newShop()
  const books = booksOf(service)
  const find = (kind: Counted, what: string, about = ''): void => {
    counts[kind] += 1
    words.push(`${kind}: ${what}${about === '' ? '' : `\n${about}`}`)
  }
  const putBefore = (cause: string): void => void causes.set(cause, (causes.get(cause) ?? 0) + 1)

  for (const { kind, words: what } of notes.surprises) find(kind, what)
  const journals = tills.map(({ code, folder }) => ({ code, journal: openJournalFile(folder()) }))
  try {
    const guests = guestsOf(journals)
    tills.forEach((till, index) => {
      const { journal } = journals[index] as (typeof journals)[number]
      auditTill(journal, { till, notes, books, shop, putBefore, guests }, find)
    })
  } finally {
    for (const { journal } of journals) journal.close()
  }
  for (const [saleId, { till }] of notes.sales)
    if (!shop.sales.has(saleId)) find('lost_sales', `sale ${saleId} of ${till} is not in its journal`)
  auditService(service, shop, notes.refunded, find)
  return {
    ...counts,
    /** How often each cause was in the attention list, whether it is still open or a person decided about it. */
    attention: [...causes]
      .map(([cause, count]) => ({ cause, count }))
      .sort((one, other) => other.count - one.count),
    /** Each finding as text, with the sale, its events and what the service says. */
    words,
  }
}

/** What has to be unique over all journals. */
const newShop = () => ({
  numbers: new Set<string>(),
  sales: new Set<string>(),
  /** Payments that a till asked the service to give back. */
  asked: new Set<string>(),
  zs: new Set<string>(),
})
type Shop = ReturnType<typeof newShop>

type Audited = {
  readonly till: AuditedTill
  readonly notes: Notes
  readonly books: (senderInvoiceNo: string) => Books
  readonly shop: Shop
  readonly putBefore: (cause: string) => void
  readonly guests: ReadonlyMap<string, readonly GuestRows[]>
}

type Telling = (kind: Counted, what: string, about?: string) => void

function auditTill(journal: JournalFile, audited: Audited, find: Telling): void {
  const { till, notes, books, shop, putBefore, guests } = audited
  auditFile(journal, till, find)
  const lists = notes.lists.get(till.code)
  if (lists === undefined) find('unexplained', `the lists of ${till.code} could not be read`)
  else auditLists(lists, till, find)
  const counter = new Map<string, CounterSums>()
  const countedIn = (shiftId: string): CounterSums => {
    const sums = counter.get(shiftId) ?? noSums()
    counter.set(shiftId, sums)
    return sums
  }
  const halves: Half[] = []
  for (const rows of journal.sales()) {
    const { sale } = rows
    if (!isGuest(rows)) {
      if (shop.numbers.has(sale.senderInvoiceNo))
        find('doubled_invoices', `two sales are ${sale.senderInvoiceNo}`)
      shop.numbers.add(sale.senderInvoiceNo)
    }
    shop.sales.add(sale.id)
    for (const paymentId of askedBack(rows)) shop.asked.add(paymentId)
    addMovements(rows, countedIn)
    halves.push(...halvesOf(rows))
    const attention = lists?.attention.filter(({ saleId }) => saleId === sale.id) ?? []
    for (const { cause } of [...attention, ...sale.decisions]) putBefore(cause)
    const theirs = books(sale.senderInvoiceNo)
    const elsewhere = guests.get(sale.senderInvoiceNo) ?? []
    auditSale(rows, { till, books: theirs, notes, attention, guests: elsewhere }, (kind, what) =>
      find(
        kind,
        what,
        [
          story(rows, till.code, theirs, attention),
          ...elsewhere.map((guest) => story(guest, guest.till, theirs, [])),
        ].join('\n'),
      ),
    )
  }
  auditExchanges(
    halves,
    notes.exchanges.filter((one) => one.till === till.code),
    find,
  )
  const shifts = journal.shifts()
  auditShifts(shifts, countedIn, find)
  auditDrawerCommands(shifts, notes.drawer(till.code), (kind, what) => find(kind, `${till.code}: ${what}`))
  for (const { terminal, tag, zNumber } of shifts) {
    const z = `Z ${zNumber} of ${terminal}, ${tag}`
    if (zNumber !== null && shop.zs.has(z)) find('wrong_amounts', `two shifts are ${z}`)
    shop.zs.add(z)
  }
}

type About = {
  readonly till: AuditedTill
  readonly books: Books
  readonly notes: Notes
  readonly attention: readonly AttentionItem[]
  /** The same sale at other tills. */
  readonly guests: readonly GuestRows[]
}

function auditSale(rows: SaleRows, about: About, find: Find): void {
  const { till, books, notes, attention, guests } = about
  const note = notes.sales.get(rows.sale.id)
  auditLaws(rows, attention, find)
  if (note) auditReturns(rows, books, note, find)
  else if (!isOfOthers(rows.events) && (!isGuest(rows) || begunReturns(rows).length > 0))
    find('unexplained', 'nobody rang it up')
  if (!isGuest(rows)) {
    if (note) auditAnswered(rows, note, find)
    const elsewhere = new Set([...notes.refunded, ...notes.shrunk])
    const whole = withGuests(rows, guests)
    const accounts = auditAccounts(whole, books, { attention, elsewhere }, find)
    auditInvoices(rows, books, { attention, restored: note?.restored ?? false }, find)
    auditReceipts(whole, books, accounts, find)
    auditGuests(rows, guests, find)
  }
  const isThere = (folder: string): boolean =>
    existsSync(join(folder, 'test-receipts', `${rows.sale.senderInvoiceNo}.bin`))
  const isSaidPrinted = rows.prints.some(({ state }) => state === 'printed') && !note?.vouched
  if (isSaidPrinted && !till.folders().some(isThere))
    find('unexplained', 'its paper is printed, and is not in the folder')
}

/** Checks that the file is whole, and that the numbers of a day have no gap. */
function auditFile(journal: JournalFile, { code }: AuditedTill, find: Find): void {
  for (const wrong of journal.wrong()) find('unexplained', `the journal of ${code}: ${wrong}`)
  const next = new Map<string, number>()
  for (const { day, sequence } of journal.numbers()) {
    const due = next.get(day) ?? 1
    if (sequence !== due) find('lost_sales', `${code} on ${day}: ${sequence} follows ${due - 1}`)
    next.set(day, sequence + 1)
  }
}

/** Checks that nothing is pending that the till would do by itself: all faults are over. */
function auditLists({ waiting, prints }: Lists, { code }: AuditedTill, find: Find): void {
  for (const { senderInvoiceNo, work, failure } of waiting)
    find('unexplained', `${code}: ${work} of ${senderInvoiceNo} is still pending: ${failure?.name}`)
  for (const { kind, state, failure } of prints)
    find('unexplained', `${code}: a ${kind} is ${state} still: ${failure?.name}`)
}

/** Checks that every journal's sales explain all that the service has. */
function auditService(
  service: PracticeState,
  { numbers, asked: byTill }: Shop,
  refunded: ReadonlySet<string>,
  find: Find,
): void {
  for (const { sender_invoice_no } of service.invoices)
    if (!numbers.has(saleNumberOf(sender_invoice_no)))
      find('lost_sales', `invoice ${sender_invoice_no} has no sale`)
  for (const { payment_id, status, asked, done } of service.refunds) {
    if (done > 1) find('doubled_refunds', `payment ${payment_id} was refunded ${done} times`)
    if (!byTill.has(payment_id) && (asked > 0 || !refunded.has(payment_id)))
      find('doubled_refunds', `payment ${payment_id} is ${status}, and no till was told to refund it`)
  }
}
