import type { Money } from '../../shared/money.ts'
import type { Receiver, SaleLine, Totals } from '../../shared/sale.ts'
import type { ShopSettings } from '../../shared/settings.ts'

/** What of an e-receipt goes on paper. The last two come out of the seal just before printing, and go nowhere else. */
export type PaperEReceipt = {
  readonly printedId: string
  readonly amount: Money
  readonly vat: Money
  readonly cityTax: Money
  readonly lottery: string
  readonly qrData: string
}

/** Everything that a sale's receipt says, gathered by the caller. */
export type ReceiptFacts = {
  readonly shop: ShopSettings
  readonly terminal: string
  readonly number: string
  readonly senderInvoiceNo: string
  /** yyyy-MM-dd HH:mm:ss, shop's clock. */
  readonly date: string
  readonly receiver: Receiver
  readonly lines: readonly SaleLine[]
  readonly totals: Totals
  /** One row a payment: how and how much, already in words ("QR · Хаан банк"). */
  readonly payments: readonly { readonly how: string; readonly amount: Money }[]
  readonly surplus: Money
  /** Of the cash that was given. */
  readonly change: Money
  /** The shop issues e-receipts, but this service issues none for cash (section 4.4 wants a payment): the paper says so. */
  readonly cashWithoutEReceipt: boolean
  /** Empty with `ereceiptOwed` false: the merchant issues none. */
  readonly ereceipts: readonly PaperEReceipt[]
  /** The e-receipt could not be issued yet: the paper says so. */
  readonly ereceiptOwed: boolean
  /** Practice mode: СУРГАЛТ across it. */
  readonly training: boolean
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
  | { readonly kind: 'cut' }

export type ReceiptDocument = { readonly blocks: readonly ReceiptBlock[] }

/** One bit a dot, rows padded to whole bytes, most significant bit first, 1 is black: what a thermal head takes. */
export type Raster = { readonly width: number; readonly height: number; readonly bits: Uint8Array }
