/** Holds every sale of every journal to the service's own books and to what the driver was answered. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PracticeState } from '../../../main/practice/index.ts'
import type { Notes } from '../notes.ts'
import { auditAnswered } from './answered.ts'
import { type Books, booksOf } from './books.ts'
import { COUNTED, type Counted, type Find } from './findings.ts'
import { auditIntents } from './intents.ts'
import { type JournalFile, openJournalFile, type SaleRows } from './journal-file.ts'
import { auditLaws } from './laws.ts'
import { auditMoney } from './money.ts'
import { askedBack, auditReturns } from './returns.ts'
import { story } from './story.ts'

export type Findings = Record<Counted, number> & {
  /** What was put before people, by its cause: open, or settled by now. */
  readonly attention: readonly { readonly cause: string; readonly count: number }[]
  /** Each finding in words, with the sale, its events and what the service says. */
  readonly words: readonly string[]
}

type AuditedTill = { readonly code: string; readonly folder: string }

export function audit(tills: readonly AuditedTill[], service: PracticeState, notes: Notes): Findings {
  const counts = Object.fromEntries(COUNTED.map((kind) => [kind, 0])) as Record<Counted, number>
  const words: string[] = []
  const causes = new Map<string, number>()
  const numbers = new Set<string>()
  const sales = new Set<string>()
  const asked = new Set<string>()
  const books = booksOf(service)
  const find = (kind: Counted, what: string, about = ''): void => {
    counts[kind] += 1
    words.push(`${kind}: ${what}${about === '' ? '' : `\n${about}`}`)
  }

  for (const { kind, words: what } of notes.surprises) find(kind, what)
  for (const till of tills) {
    const journal = openJournalFile(till.folder)
    try {
      auditFile(journal, till, find)
      for (const rows of journal.sales()) {
        const { id, senderInvoiceNo } = rows.sale
        if (numbers.has(senderInvoiceNo)) find('doubled_invoices', `two sales are ${senderInvoiceNo}`)
        numbers.add(senderInvoiceNo)
        sales.add(id)
        for (const paymentId of askedBack(rows)) asked.add(paymentId)
        for (const { cause } of rows.attention) causes.set(cause, (causes.get(cause) ?? 0) + 1)
        const theirs = books(senderInvoiceNo)
        auditSale(rows, { till, books: theirs, notes }, (kind, what) =>
          find(kind, what, story(rows, till.code, theirs)),
        )
      }
    } finally {
      journal.close()
    }
  }
  for (const [saleId, { till }] of notes.sales)
    if (!sales.has(saleId)) find('lost_sales', `sale ${saleId} of ${till} is not in its journal`)
  auditService(service, { numbers, asked, refunded: notes.refunded }, find)
  return {
    ...counts,
    attention: [...causes]
      .map(([cause, count]) => ({ cause, count }))
      .sort((one, other) => other.count - one.count),
    words,
  }
}

type About = { readonly till: AuditedTill; readonly books: Books; readonly notes: Notes }

function auditSale(rows: SaleRows, { till, books, notes }: About, find: Find): void {
  const note = notes.sales.get(rows.sale.id)
  if (note) {
    auditAnswered(rows, note, find)
    auditReturns(rows, books, note, find)
  } else find('unexplained', 'nobody rang it up')
  auditLaws(rows, find)
  auditMoney(rows, books, notes.refunded, find)
  auditIntents(rows, books, find)
  const paper = join(till.folder, 'practice-receipts', `${rows.sale.senderInvoiceNo}.bin`)
  if (rows.prints.some(({ state }) => state === 'printed') && !existsSync(paper))
    find('unexplained', 'its paper is printed, and is not in the folder')
}

/** Numbers that a day has left out, or a file that SQLite finds fault with. */
function auditFile(journal: JournalFile, { code }: AuditedTill, find: Find): void {
  const integrity = journal.integrity()
  if (integrity !== 'ok') find('unexplained', `the journal of ${code}: ${integrity}`)
  const next = new Map<string, number>()
  for (const { day, sequence } of journal.numbers()) {
    const due = next.get(day) ?? 1
    if (sequence !== due) find('lost_sales', `${code} on ${day}: ${sequence} follows ${due - 1}`)
    next.set(day, sequence + 1)
  }
}

type Known = {
  readonly numbers: ReadonlySet<string>
  /** Payments that a till asked to give back, and those that went back elsewhere. */
  readonly asked: ReadonlySet<string>
  readonly refunded: ReadonlySet<string>
}

/** What the service has, and no journal knows. */
function auditService(service: PracticeState, { numbers, asked: byTill, refunded }: Known, find: Find): void {
  for (const { sender_invoice_no } of service.invoices)
    if (!numbers.has(sender_invoice_no)) find('lost_sales', `invoice ${sender_invoice_no} has no sale`)
  for (const { payment_id, status, asked, done } of service.refunds) {
    if (done > 1) find('doubled_refunds', `payment ${payment_id} was refunded ${done} times`)
    if (!byTill.has(payment_id) && (asked > 0 || !refunded.has(payment_id)))
      find('doubled_refunds', `payment ${payment_id} is ${status}, and no till was told to refund it`)
  }
}
