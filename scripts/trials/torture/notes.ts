/** What the driver did and what it was answered. The auditor compares the journals with it. */
import type { AttentionItem, WaitingWork } from '../../../shared/page/index.ts'
import type { TenderKind } from '../../../shared/sale/sale.ts'
import type { WaitingPrint } from '../../../shared/shop/printing.ts'

export type SaleNote = {
  readonly till: string
  /** Once it was shown. */
  number: string
  /** The sale belongs to another till, and goods of it came back here. */
  readonly isGuest: boolean
  /** Lines that the till answered for, with their quantity in thousandths. */
  readonly lines: Map<string, number>
  /** Tenders as they were typed, by idempotency key, once they were answered. */
  readonly tenders: Map<string, { readonly kind: TenderKind; readonly received: string }>
  /** Keys of commands that took a tender, unless the matter had been settled before. */
  readonly maybeTaken: Set<string>
  readonly returned: Set<string>
  /** Returns whose start was answered, by their id, and the till. All tills that have the sale share them. */
  readonly returns: Map<string, string>
  /** Keys of commands that resolved an attention item, unless it had been resolved before. */
  readonly settled: Set<string>
  /** Invoices whose QR was shown. */
  readonly invoices: Set<string>
  /** The sale came out of a backup: what its first till did after the backup is gone with the machine. */
  restored: boolean
  /** A person said that its receipt had come out. */
  vouched: boolean
  /** The latest version that was shown. */
  version: number
}

/** How many commands about the drawer one till answered. */
export type DrawerNote = { opened: number; moved: number; closed: number }

export type ExchangeNote = {
  /** The command that the events of both halves name. */
  readonly command: string
  readonly till: string
  readonly saleId: string
  readonly returnId: string
  readonly intoSaleId: string
}

/** What a till's lists showed at the end. */
export type Lists = {
  readonly attention: readonly AttentionItem[]
  readonly waiting: readonly WaitingWork[]
  readonly prints: readonly WaitingPrint[]
}

export type Surprise = {
  readonly kind: 'lost_sales' | 'wrong_amounts' | 'unexplained' | 'shop_database'
  readonly words: string
}

export function createNotes() {
  const sales = new Map<string, SaleNote>()
  const drawers = new Map<string, DrawerNote>()
  /** Invoices whose QR was shown: only these can be paid. */
  const shown: string[] = []
  let count = 0
  const begin = (till: string, saleId: string, of?: SaleNote): SaleNote => {
    const had = sales.get(saleId)
    if (had) return had
    if (of === undefined) count += 1
    const note: SaleNote = {
      till,
      number: of?.number ?? '',
      isGuest: of !== undefined,
      lines: new Map(),
      tenders: new Map(),
      maybeTaken: new Set(),
      returned: new Set(),
      returns: of?.returns ?? new Map(),
      settled: new Set(),
      invoices: new Set(),
      restored: false,
      vouched: false,
      version: 0,
    }
    sales.set(saleId, note)
    return note
  }
  const sale = (till: string, saleId: string): SaleNote => begin(till, saleId)
  return {
    sale,
    sales: sales as ReadonlyMap<string, SaleNote>,
    /** How many were begun, each once. */
    count: () => count,
    /** The till has another till's sale, for a return. */
    guest: (till: string, saleId: string, of: SaleNote): void => void begin(till, saleId, of),
    drawer: (till: string): DrawerNote => {
      const note = drawers.get(till) ?? { opened: 0, moved: 0, closed: 0 }
      drawers.set(till, note)
      return note
    },
    /** By till, of the tills that were brought to their end. */
    lists: new Map<string, Lists>(),
    /** Exchanges that were answered. */
    exchanges: [] as ExchangeNote[],
    shown: shown as readonly string[],
    qrShown: (till: string, saleId: string, invoiceId: string): void => {
      const { invoices } = sale(till, saleId)
      if (invoices.has(invoiceId)) return
      invoices.add(invoiceId)
      shown.push(invoiceId)
    },
    /** Payments that the driver refunded elsewhere in full. */
    refunded: new Set<string>(),
    shrunk: new Set<string>(),
    /** What must never happen and was seen during the run. */
    surprises: [] as Surprise[],
  }
}

export type Notes = ReturnType<typeof createNotes>
