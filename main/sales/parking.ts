/** Sales set aside: parked carts, and charges that wait for their payer or for the line while others are served. */
import type { ParkedSale } from '../../shared/ipc/index.ts'
import type { Sale } from '../../shared/sale.ts'
import type { Journal } from '../journal/index.ts'
import type { Ledger } from './ledger.ts'
import { refuse, saleNamed } from './refuse.ts'
import { totalOf } from './totals.ts'

export type Parking = {
  readonly park: (saleId: string, label: string) => void
  readonly resume: (saleId: string) => void
  readonly list: () => ParkedSale[]
}

export type ParkingParts = { readonly journal: Journal; readonly ledger: Ledger }

const LONGEST_LABEL = 60

export function createParking({ journal, ledger }: ParkingParts): Parking {
  /** A counter is free for another sale where nothing would be lost from sight. */
  const freeCounter = (): void => {
    const atCounter = journal.counter()
    const sale = atCounter === null ? null : journal.sale(atCounter)
    if (sale?.state.name !== 'open') return
    if (sale.lines.length > 0) refuse('SALE_NOT_OPEN')
    ledger.record(sale.id, [{ kind: 'discarded' }])
  }

  return {
    park: (saleId, label) => {
      const { state, lines } = saleNamed(journal, saleId)
      if (state.name === 'parked') return // a doubled tap
      if (state.name !== 'open') return refuse('SALE_NOT_OPEN')
      if (lines.length === 0) refuse('SALE_EMPTY')
      if (state.cash.length > 0) refuse('SALE_TENDERED')
      ledger.record(saleId, [{ kind: 'parked', label: label.trim().slice(0, LONGEST_LABEL) }])
      if (journal.counter() === saleId) journal.freeCounter()
    },
    resume: (saleId) => {
      if (journal.counter() === saleId) return
      const sale = saleNamed(journal, saleId)
      if (!isSetAside(sale)) refuse('SALE_NOT_PARKED')
      freeCounter()
      if (sale.state.name === 'parked') ledger.record(saleId, [{ kind: 'resumed' }], { takesCounter: true })
      else journal.takeCounter(saleId)
    },
    list: () =>
      journal
        .setAsideSales()
        .filter((sale) => sale.id !== journal.counter())
        .map(asParked),
  }
}

const isSetAside = ({ state }: Sale): boolean =>
  ['parked', 'invoicing', 'awaiting-payment', 'partly-paid'].includes(state.name)

function asParked(sale: Sale): ParkedSale {
  const { state } = sale
  return {
    id: sale.id,
    sequence: sale.sequence,
    state: state.name,
    label: state.name === 'parked' ? state.label : '',
    at: state.name === 'parked' ? state.at : sale.openedAt,
    total: totalOf(sale.lines),
    lineCount: sale.lines.length,
    goods: sale.lines
      .slice(0, 3)
      .map((line) => line.product.name)
      .join(', '),
  }
}
