/** Checks that every command that was answered to the driver is in the journal once. */
import type { DrawerNote, SaleNote } from '../notes.ts'
import type { SaleRows, ShiftRows } from './journal-file.ts'
import type { Find } from './story.ts'

export function auditAnswered({ sale, events }: SaleRows, note: SaleNote, find: Find): void {
  if (sale.version < note.version)
    find('lost_sales', `it was shown at version ${note.version}, and is at ${sale.version}`)
  if (!isOfOthers(events)) auditLines(sale, note, find)
  auditTenders(events, note, find)
  const made = new Set(sale.invoices.map(({ invoice }) => invoice?.invoiceId))
  for (const invoiceId of note.invoices)
    if (!made.has(invoiceId)) find('lost_sales', `the QR of ${invoiceId} was shown, and is not there`)
}

/** Whether goods of other sales came into it by themselves: a split or charged cart is here again. */
export const isOfOthers = (events: SaleRows['events']): boolean =>
  events.some((event) => event.kind === 'cart-replaced' && event.again === true)

function auditLines(sale: SaleRows['sale'], note: SaleNote, find: Find): void {
  const there = new Map(sale.lines.map(({ id, quantity }) => [id, Number(quantity)]))
  for (const [lineId, quantity] of note.lines)
    if (there.get(lineId) !== quantity)
      find('lost_sales', `line ${lineId} was rung up ${quantity} times, and is there ${there.get(lineId)}`)
  for (const { id } of sale.lines)
    if (!note.lines.has(id)) find('wrong_amounts', `line ${id} was rung up by nobody`)
}

/** Checks that each tender that was answered is there once, and no other. */
function auditTenders(events: SaleRows['events'], note: SaleNote, find: Find): void {
  const taken = events.flatMap((event) => (event.kind === 'tender-taken' ? [event.tender] : []))
  const most = note.tenders.size + note.maybeTaken.size
  if (taken.length < note.tenders.size || taken.length > most)
    find('wrong_amounts', `${note.tenders.size} to ${most} tenders were answered, ${taken.length} are there`)
  for (const { kind, amount, rounding = 0, received, change } of taken)
    if (received !== amount + rounding + change || (kind !== 'cash' && change !== 0))
      find('wrong_amounts', `${kind} of ${received} is not ${amount} + ${change}`)
  const left = taken.map(({ kind, received }) => ({ kind, received: Number(received) }))
  for (const typed of note.tenders.values()) {
    const at = left.findIndex(
      ({ kind, received }) =>
        kind === typed.kind && (typed.received === '' || received === Number(typed.received) * 100),
    )
    if (at < 0) find('wrong_amounts', `${typed.kind} of "${typed.received}" was answered, and is not there`)
    else if (typed.received !== '') left.splice(at, 1)
  }
  for (const tenderId of note.returned)
    if (!events.some((event) => event.kind === 'tender-returned' && event.tenderId === tenderId))
      find('wrong_amounts', `tender ${tenderId} was given back, and is not`)
  const settled = events.filter((event) => event.kind === 'attention-settled').length
  if (settled > note.settled.size)
    find('wrong_amounts', `${note.settled.size} resolutions were answered, ${settled} are there`)
}

/** Checks that each answered command about the drawer is there once. */
export function auditDrawerCommands(shifts: readonly ShiftRows[], note: DrawerNote, find: Find): void {
  const kinds = shifts.flatMap(({ events }) => events.map(({ event }) => event.kind))
  const compare = (what: keyof DrawerNote, isOne: (kind: string) => boolean): void => {
    const there = kinds.filter(isOne).length
    if (there !== note[what])
      find('wrong_amounts', `${note[what]} times a shift was ${what}, ${there} are there`)
  }
  compare('opened', (kind) => kind === 'shift-opened')
  compare('moved', (kind) => kind === 'cash-in' || kind === 'cash-out')
  compare('closed', (kind) => kind === 'shift-closed')
}
