import type { Money } from '../../shared/money.ts'
import type { Receiver, Totals } from '../../shared/sale.ts'
import type { PaperWidth, ReceiptTexts, Settings, ShopSettings } from '../../shared/settings.ts'

/** What of an e-receipt goes on paper. The last two come out of the seal just before printing, and go nowhere else. */
export type PaperEReceipt = {
  readonly printedId: string
  readonly amount: Money
  readonly vat: Money
  readonly cityTax: Money
  readonly lottery: string
  readonly qrData: string
}

/** What stands at the head of every paper. */
export type PaperHead = {
  readonly shop: ShopSettings
  /** Dithered once, when it was chosen; null is none. */
  readonly logo: Raster | null
  readonly terminal: string
  /** Null where nobody is signed in. */
  readonly cashier: string | null
  /** yyyy-MM-dd HH:mm:ss, shop's clock: of what the paper is about. */
  readonly date: string
  /** Practice mode: СУРГАЛТ across it. */
  readonly testMode: boolean
  /** Lines of the shop's own; left out on papers that are not for a customer. */
  readonly texts?: ReceiptTexts
}

/** Goods as they stand on paper. */
export type PaperLine = {
  readonly name: string
  /** With its unit: "2 ш", "0.842 кг". */
  readonly quantity: string
  readonly unitPrice: Money
  /** Before the discount. */
  readonly amount: Money
  /** What was taken off, or none. */
  readonly discount: Money
}

/** Everything that a sale's receipt says, gathered by the caller. */
export type ReceiptFacts = PaperHead & {
  /** Printed before: ХУУЛБАР across it, and neither lottery nor QR (docs/receipts.md#the-printed-e-receipt). */
  readonly copy: boolean
  readonly number: string
  readonly senderInvoiceNo: string
  readonly receiver: Receiver
  readonly lines: readonly PaperLine[]
  /** Taken off the whole: in words, and how much. */
  readonly discounts: readonly { readonly words: string; readonly amount: Money }[]
  /** What the cashier wrote to the sale; empty is nothing. */
  readonly note: string
  readonly totals: Totals
  /** One row a payment: how and how much, already in words ("QR · Хаан банк"). */
  readonly payments: readonly { readonly how: string; readonly amount: Money }[]
  readonly surplus: Money
  /** Of the cash that was given. */
  readonly change: Money
  /**
   * The shop issues e-receipts, but this service issues none for what was paid at the counter (it wants a payment: docs/payment-service.md#create-an-e-receipt):
   * the paper says so, of cash alone or of tenders that are not all cash.
   */
  readonly counterWithoutEReceipt: 'cash' | 'tenders' | null
  /** Empty with `ereceiptOwed` false: the merchant issues none. */
  readonly ereceipts: readonly PaperEReceipt[]
  /** The e-receipt could not be issued yet: the paper says so. */
  readonly ereceiptOwed: boolean
}

/** One document, several renderers: blocks from top to bottom. */
export type ReceiptBlock =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly align: 'left' | 'center'
      readonly size: 'small' | 'normal' | 'large'
      readonly bold: boolean
    }
  /** Left part wraps in its column; right part is a figure that never wraps. */
  | {
      readonly kind: 'row'
      readonly left: string
      readonly right: string
      readonly size: 'small' | 'normal' | 'large'
      readonly bold: boolean
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'gap'; readonly dots: number }
  | { readonly kind: 'lottery'; readonly label: string; readonly text: string }
  | { readonly kind: 'qr'; readonly data: string; readonly caption: string | null }
  /** Stands where a QR would: for the preview, where it must not be seen. */
  | { readonly kind: 'covered'; readonly text: string }
  /** Words in a frame, that must not be overlooked. */
  | { readonly kind: 'notice'; readonly text: string }
  /** Says across the paper what it is not: a real receipt. */
  | { readonly kind: 'stamp'; readonly text: string }
  /** One bit a dot, never wider than the paper. */
  | { readonly kind: 'image'; readonly raster: Raster }
  /** Code 128, with its text below it: for a scanner to find the sale again. */
  | { readonly kind: 'barcode'; readonly data: string }
  | { readonly kind: 'cut' }
  /** A pulse to the cash drawer, where the paper goes to a receipt printer. */
  | { readonly kind: 'drawer' }

export type ReceiptDocument = { readonly blocks: readonly ReceiptBlock[] }

/** One bit a dot, rows padded to whole bytes, most significant bit first, 1 is black: what a thermal head takes. */
/** What a paper takes from the shop, and not from the sale or shift that it is about. */
export type PaperMaker = {
  readonly settings: Settings
  readonly logo: Raster | null
  /** Practice mode: СУРГАЛТ across the paper. */
  readonly testMode: boolean
}

export type Raster = { readonly width: number; readonly height: number; readonly bits: Uint8Array }

/** How a model of printer speaks ESC/POS: out of its profile. */
export type EscPosDialect = {
  /** `text` only where the printer has the code page; letters are then the printer's own. */
  readonly mode: 'raster' | 'text'
  /** The number of KZ-1048 for ESC t, or null where it has none. */
  readonly codePage: number | null
  /** Letters a line, in its own font A. */
  readonly columns: Readonly<Record<PaperWidth, number>>
  /** Rows of a raster sent at a time. */
  readonly bandRows: number
  readonly cut: 'partial' | 'full' | 'none'
  /** From the head to the knife or the tear bar. */
  readonly linesBeforeCut: number
  /** Null where it drives no drawer. On and off in ms. */
  readonly drawer: { readonly pin: 2 | 5; readonly onMs: number; readonly offMs: number } | null
}
