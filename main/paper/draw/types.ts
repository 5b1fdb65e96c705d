import type { Money } from '../../../shared/money/money.ts'
import type { ToldTax } from '../../../shared/money/told-tax.ts'
import type { Receiver, Totals } from '../../../shared/sale/sale.ts'
import type { PaperWidth, ReceiptTexts, Settings, ShopSettings } from '../../../shared/shop/settings.ts'
import type { Symbology } from './symbols.ts'

/** The fields of an e-receipt on paper. The last two are unsealed just before printing and go nowhere else. */
export type PaperEReceipt = {
  readonly printedId: string
  /** The void e-receipt that it replaces, which had another receiver; null if there is none. */
  readonly replaces: string | null
  readonly amount: Money
  /** Null where the service did not tell it. */
  readonly vat: ToldTax | null
  readonly cityTax: ToldTax | null
  readonly lottery: string
  readonly qrData: string
}

/** The head of every paper. */
export type PaperHead = {
  readonly shop: ShopSettings
  /** Dithered when it was chosen; null for none. */
  readonly logo: Raster | null
  readonly terminal: string
  /** Null where nobody is signed in. */
  readonly cashier: string | null
  /** yyyy-MM-dd HH:mm:ss, shop time, of the event that the paper is about. */
  readonly date: string
  /** Test mode: СУРГАЛТ across the paper. */
  readonly testMode: boolean
  /** The shop's own lines; left out on papers that are not for a customer. */
  readonly texts?: ReceiptTexts
}

/** A line of goods on paper. */
export type PaperLine = {
  readonly name: string
  /** With its unit: "2 ш", "0.842 кг". */
  readonly quantity: string
  readonly unitPrice: Money
  /** Before the discount. */
  readonly amount: Money
  /** Zero for none. */
  readonly discount: Money
}

/** The content of a sale's receipt. The caller collects it. */
export type ReceiptFacts = PaperHead & {
  /** A copy, marked ХУУЛБАР, without lottery and QR (docs/receipts.md#the-printed-e-receipt). */
  readonly copy: boolean
  readonly number: string
  readonly senderInvoiceNo: string
  readonly receiver: Receiver
  readonly lines: readonly PaperLine[]
  /** Discounts of the whole sale, in words and amount. */
  readonly discounts: readonly { readonly words: string; readonly amount: Money }[]
  /** The cashier's note; may be empty. */
  readonly note: string
  readonly totals: Totals
  /** One row for each payment, in words and amount ("QR · Хаан банк"). */
  readonly payments: readonly { readonly how: string; readonly amount: Money }[]
  readonly surplus: Money
  /** What was paid above the total, or below it where it is negative, because cash is rounded. */
  readonly rounding: Money
  /** Cash that was given back at once. */
  readonly change: Money
  /**
   * The shop issues e-receipts, but the service issues none for money taken at the counter, because it requires a
   * payment (docs/payment-service.md#create-an-e-receipt). The paper says so, with words for cash or for other tenders.
   */
  readonly counterWithoutEReceipt: 'cash' | 'tenders' | null
  /** Empty with `ereceiptOwed` false: the merchant issues none. */
  readonly ereceipts: readonly PaperEReceipt[]
  /** The e-receipt was not issued yet: the paper says so. */
  readonly ereceiptOwed: boolean
}

/** One document for several renderers: blocks from top to bottom. */
export type ReceiptBlock =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly align: 'left' | 'center'
      readonly size: 'small' | 'normal' | 'large'
      readonly bold: boolean
    }
  /** The left part wraps in its column. The right part is a figure and never wraps. */
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
  /** Covers a QR in the preview. */
  | { readonly kind: 'covered'; readonly text: string }
  /** Important words in a frame. */
  | { readonly kind: 'notice'; readonly text: string }
  /** A mark across the paper: test mode or copy. */
  | { readonly kind: 'stamp'; readonly text: string }
  /** Never wider than the paper. */
  | { readonly kind: 'image'; readonly raster: Raster }
  /** Bars with their text below. The symbology is Code 128 by default. */
  | { readonly kind: 'barcode'; readonly data: string; readonly symbology?: Symbology }
  /** The price on a label: in the largest letters, on one line. */
  | { readonly kind: 'price'; readonly text: string }
  | { readonly kind: 'cut' }
  /** A pulse to the cash drawer, on a receipt printer. */
  | { readonly kind: 'drawer' }

export type ReceiptDocument = { readonly blocks: readonly ReceiptBlock[] }

/** The part of a paper that comes from the shop, not from its sale or shift. */
export type PaperMaker = {
  readonly settings: Settings
  readonly logo: Raster | null
  /** Test mode: СУРГАЛТ across the paper. */
  readonly testMode: boolean
}

/** A picture with one bit per dot: rows padded to whole bytes, the first dot in the top bit, 1 is black. */
export type Raster = { readonly width: number; readonly height: number; readonly bits: Uint8Array }

/** A printer model's ESC/POS, from its profile. */
export type EscPosDialect = {
  /** `text` uses the printer's own letters; it needs the code page. */
  readonly mode: 'raster' | 'text'
  /** The number of KZ-1048 for ESC t; null where it has none. */
  readonly codePage: number | null
  /** Letters in a line of its font A. */
  readonly columns: Readonly<Record<PaperWidth, number>>
  /** How many rows of a raster are sent at a time. */
  readonly bandRows: number
  readonly cut: 'partial' | 'full' | 'none'
  /** Lines between the head and the knife or tear bar. */
  readonly linesBeforeCut: number
  /** Null where the printer drives no drawer. Times in ms. */
  readonly drawer: { readonly pin: 2 | 5; readonly onMs: number; readonly offMs: number } | null
}
