import type { RecordedEvent, Sale, SaleEvent, SaleLine } from '../../shared/sale.ts'
import type { JournalReader } from '../journal/index.ts'
import { refold } from './evolve.ts'

const OF_THE_GOODS: readonly SaleEvent['kind'][] = [
  'line-added',
  'line-changed',
  'line-removed',
  'line-discounted',
  'line-noted',
  'sale-discounted',
  'sale-noted',
  'receiver-set',
]

/** Events that take the goods back to what they were before the last act; none where there was no such act. */
export function undoing(sale: Sale, recorded: readonly RecordedEvent[]): SaleEvent[] {
  const last = lastAct(recorded)
  if (last === null) return []
  return difference(sale, refold(sale.id, recorded.slice(0, last)))
}

/** Whether there is an act to take back, for a button: asked at every view, so no more than one event is read. */
export function isUndoable(sale: Sale, journal: Pick<JournalReader, 'lastEvent'>): boolean {
  if (sale.state.name !== 'open' || sale.state.cash.length > 0) return false
  const last = journal.lastEvent(sale.id)
  return last !== null && OF_THE_GOODS.includes(last.event.kind)
}

/** Where the last act begins: its events were recorded at one moment. Null where it was not about the goods. */
function lastAct(recorded: readonly RecordedEvent[]): number | null {
  const end = recorded.at(-1)
  if (end === undefined) return null
  let first = recorded.length
  while (first > 0 && isOfAct(recorded[first - 1], end.at)) first -= 1
  return first === recorded.length ? null : first
}

const isOfAct = (row: RecordedEvent | undefined, at: number): boolean =>
  row !== undefined && row.at === at && OF_THE_GOODS.includes(row.event.kind)

/** What turns the goods of one into those of the other. */
function difference(now: Sale, then: Sale): SaleEvent[] {
  const had = new Map(then.lines.map((line) => [line.id, line]))
  const has = new Map(now.lines.map((line) => [line.id, line]))
  const gone = now.lines
    .filter((line) => !had.has(line.id))
    .map((line): SaleEvent => ({ kind: 'line-removed', lineId: line.id }))
  const changed = now.lines.flatMap((line) => {
    const before = had.get(line.id)
    return before ? changeOf(line, before) : []
  })
  const back = then.lines.flatMap((line, index): SaleEvent[] => {
    if (has.has(line.id)) return []
    const next = then.lines.slice(index + 1).find(({ id }) => has.has(id))
    return [{ kind: 'line-added', line, ...(next ? { before: next.id } : {}) }]
  })
  return [...gone, ...changed, ...back, ...wholeOf(now, then)]
}

function changeOf(line: SaleLine, before: SaleLine): SaleEvent[] {
  const { id: lineId } = line
  const events: SaleEvent[] = []
  if (line.quantity !== before.quantity || line.unitPrice !== before.unitPrice) {
    const { quantity, unitPrice } = before
    events.push({ kind: 'line-changed', lineId, quantity, unitPrice, amount: before.amount })
  }
  if (!same(line.discount, before.discount))
    events.push({ kind: 'line-discounted', lineId, discount: before.discount ?? null })
  if (line.note !== before.note) events.push({ kind: 'line-noted', lineId, note: before.note ?? '' })
  return events
}

function wholeOf(now: Sale, then: Sale): SaleEvent[] {
  const events: SaleEvent[] = []
  if (!same(now.discount, then.discount)) events.push({ kind: 'sale-discounted', discount: then.discount })
  if (now.note !== then.note) events.push({ kind: 'sale-noted', note: then.note })
  if (!same(now.receiver, then.receiver)) events.push({ kind: 'receiver-set', receiver: then.receiver })
  return events
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
