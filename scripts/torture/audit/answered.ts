/** Whether what the driver was answered is in the journal, once. */
import type { SaleNote } from '../notes.ts'
import type { Find } from './findings.ts'
import type { SaleRows } from './journal-file.ts'

export function auditAnswered({ sale, events }: SaleRows, note: SaleNote, find: Find): void {
  if (sale.version < note.version)
    find('lost_sales', `it was shown at version ${note.version}, and is at ${sale.version}`)
  const there = new Map(sale.lines.map(({ id, quantity }) => [id, Number(quantity)]))
  for (const [lineId, quantity] of note.lines)
    if (there.get(lineId) !== quantity)
      find('lost_sales', `line ${lineId} was rung up ${quantity} times, and is there ${there.get(lineId)}`)
  for (const { id } of sale.lines)
    if (!note.lines.has(id)) find('wrong_amounts', `line ${id} was rung up by nobody`)
  auditTenders(events, note, find)
  const made = new Set(
    events.flatMap((one) => (one.kind === 'invoice-created' ? [one.invoice.invoiceId] : [])),
  )
  for (const invoiceId of note.invoices)
    if (!made.has(invoiceId)) find('lost_sales', `the QR of ${invoiceId} was shown, and is not there`)
}

/** Each tender that was answered is there once, and no other. */
function auditTenders(events: SaleRows['events'], note: SaleNote, find: Find): void {
  const taken = events.flatMap((event) => (event.kind === 'cash-taken' ? [event.tender] : []))
  const most = note.cash.size + note.perhapsCash.size
  if (taken.length < note.cash.size || taken.length > most)
    find('wrong_amounts', `${note.cash.size} to ${most} tenders were answered, ${taken.length} are there`)
  for (const { amount, received, change } of taken)
    if (received !== amount + change)
      find('wrong_amounts', `a tender of ${received} is not ${amount} + ${change}`)
  const left = taken.map(({ received }) => Number(received))
  for (const typed of note.cash.values()) {
    const at = typed === '' ? 0 : left.indexOf(Number(typed) * 100)
    if (at < 0) find('wrong_amounts', `${typed} in cash was answered, and is not there`)
    else if (typed !== '') left.splice(at, 1)
  }
  for (const tenderId of note.returned)
    if (!events.some((event) => event.kind === 'cash-returned' && event.tenderId === tenderId))
      find('wrong_amounts', `tender ${tenderId} was given back, and is not`)
  const settled = events.filter((event) => event.kind === 'attention-settled').length
  if (settled > note.settled.size)
    find('wrong_amounts', `${note.settled.size} remedies were answered, ${settled} are there`)
}
