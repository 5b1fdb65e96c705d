/** What the driver was answered, or did: the auditor holds the journals to it. */
export type SaleNote = {
  readonly till: string
  /** Lines whose ringing up was answered. */
  readonly lines: Set<string>
  /** Cash by the name of the act, once it was answered, in hundredths. */
  readonly cash: Map<string, string>
}

export type Notes = {
  readonly sale: (till: string, saleId: string) => SaleNote
  readonly sales: ReadonlyMap<string, SaleNote>
  /** Invoices whose QR was seen: these alone can be paid. */
  readonly invoices: Set<string>
  /** Payments that the driver gave back elsewhere. */
  readonly refunded: Set<string>
}

export function createNotes(): Notes {
  const sales = new Map<string, SaleNote>()
  return {
    sales,
    sale: (till, saleId) => {
      const had = sales.get(saleId)
      if (had) return had
      const note: SaleNote = { till, lines: new Set(), cash: new Map() }
      sales.set(saleId, note)
      return note
    },
    invoices: new Set(),
    refunded: new Set(),
  }
}
