/** What the driver did and was answered: the auditor holds the journals to it. */
export type SaleNote = {
  readonly till: string
  /** Lines whose ringing up was answered, with how much of each there must be, in thousandths. */
  readonly lines: Map<string, number>
  /** Cash as it was typed, by the name of the act: once it was answered. */
  readonly cash: Map<string, string>
  /** Acts that took cash unless what they were about had settled itself meanwhile. */
  readonly perhapsCash: Set<string>
  readonly returned: Set<string>
  /** Returns whose beginning was answered. */
  readonly returns: Set<string>
  /** Acts that settled something of the attention list, unless it had settled itself. */
  readonly settled: Set<string>
  /** Invoices whose QR was shown. */
  readonly invoices: Set<string>
  /** The latest that was shown of it. */
  version: number
}

export type Notes = {
  readonly sale: (till: string, saleId: string) => SaleNote
  readonly sales: ReadonlyMap<string, SaleNote>
  /** Invoices whose QR was seen: these alone can be paid. */
  readonly shown: readonly string[]
  readonly qrShown: (till: string, saleId: string, invoiceId: string) => void
  /** Payments that the driver gave back elsewhere. */
  readonly refunded: Set<string>
  /** What must never happen and was seen while it ran. */
  readonly surprises: Surprise[]
}

export type Surprise = {
  readonly kind: 'lost_sales' | 'wrong_amounts' | 'unexplained'
  readonly words: string
}

export function createNotes(): Notes {
  const sales = new Map<string, SaleNote>()
  const shown: string[] = []
  const sale: Notes['sale'] = (till, saleId) => {
    const had = sales.get(saleId)
    if (had) return had
    const note: SaleNote = {
      till,
      lines: new Map(),
      cash: new Map(),
      perhapsCash: new Set(),
      returned: new Set(),
      returns: new Set(),
      settled: new Set(),
      invoices: new Set(),
      version: 0,
    }
    sales.set(saleId, note)
    return note
  }
  return {
    sale,
    sales,
    shown,
    qrShown: (till, saleId, invoiceId) => {
      const { invoices } = sale(till, saleId)
      if (invoices.has(invoiceId)) return
      invoices.add(invoiceId)
      shown.push(invoiceId)
    },
    refunded: new Set(),
    surprises: [],
  }
}
