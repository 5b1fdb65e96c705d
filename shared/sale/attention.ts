/** What needs a person's decision (law 9), and the decisions that a person can take. */
import type { Failure } from '../failure.ts'

export const ATTENTION_CAUSES = [
  /** A payment came for a cancelled invoice. */
  'late-money',
  /** The sale was paid in full by other tenders, and its QR invoice was then paid as well. */
  'paid-twice',
  /** The payments are more than the due. */
  'surplus',
  /** The sale counts a payment that somebody else cancelled or refunded at the service. */
  'refunded-elsewhere',
  /** The service accepted our refund, but its records show that it did not do it. */
  'refund-not-done',
  /** A cancelled sale still holds tenders; they belong to the payer. */
  'cash-held',
  'ereceipt-refused',
  /** Sold without an e-receipt, because the service refused a tax code of the goods. */
  'tax-code-refused',
  /** The e-receipt is active although its money went back. */
  'ereceipt-stands',
  /** The sale does not need an invoice, and the service did not cancel it: its QR can still be paid. */
  'invoice-left-open',
  /** A payment in another currency than MNT, which is not counted. */
  'payment-unclear',
  /** Events of the sale cannot be read, or contradict each other. */
  'history-incomplete',
  /** Nobody knows whether the receipt was printed. The print queue reports this. */
  'receipt-unprintable',
  /** The keyring does not give the key of a receipt that is not printed yet. The print queue reports this. */
  'receipt-key-missing',
  /** The cart may be sold twice: this till and another one of the shop may have it, or two other tills. */
  'cart-at-two-tills',
  /** Two tills took the same goods back. */
  'returned-twice',
  /** A return cannot go on by itself: the service refused a step, or the shop must give money back itself. */
  'return-waits',
  /** The receiver is not corrected: the void of the old e-receipt was refused, or its outcome is unknown. */
  'correction-waits',
] as const
export type AttentionCause = (typeof ATTENTION_CAUSES)[number]

/** The causes that the print queue reports. */
export const PRINT_CAUSES = ['receipt-unprintable', 'receipt-key-missing'] as const satisfies AttentionCause[]
export type PrintCause = (typeof PRINT_CAUSES)[number]
export const isPrintCause = (cause: AttentionCause): cause is PrintCause =>
  PRINT_CAUSES.some((one) => one === cause)

/** An e-receipt that is refused until the owner registers the merchant: all of them are retried together. */
export const isUnregistered = (item: {
  readonly cause: AttentionCause
  readonly failure: Failure | null
}): boolean => item.cause === 'ereceipt-refused' && item.failure?.name === 'EBARIMT_NOT_REGISTERED'

export const RESOLUTIONS = [
  /** Hand over the goods: the sale is sold, and its receipt is printed. */
  'sold',
  /** As `sold`; the missing amount is taken in cash. */
  'sold-with-cash',
  'repaid-cash',
  'repaid-transfer',
  /** The payer agreed that the shop keeps the money, for goods or as a credit. */
  'kept',
  /** The money went back to the payer, and the goods came back to the shop. */
  'goods-returned',
  /** The money went back to the payer, and the cashier took it again at the counter. */
  'collected-again',
  /** The money that went back is a transfer that the shop made and had already recorded. */
  'own-transfer',
  /** The money went back twice, or the goods are gone: the shop bears the loss. */
  'written-off',
  /** Voids the e-receipt. If its money went back, the money is decided later; if it is wrong, it is issued again. */
  'void-ereceipt',
  /** The tenders were given back, each in the way it was taken. */
  'refunded',
  /** Retries the receipt. */
  'tried-again',
  /** The key of the receipt's lottery number is lost: requests the e-receipt again. */
  'ereceipt-again',
  /** A person found the paper of an unconfirmed print. */
  'came-out',
  /** A person looked at it and has nothing to do. */
  'seen',
] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** The resolutions of each cause. The state of the sale decides which of them are possible now. */
export const RESOLUTIONS_OF: Readonly<Record<AttentionCause, readonly Resolution[]>> = {
  'late-money': ['sold', 'sold-with-cash', 'repaid-cash', 'repaid-transfer'],
  'paid-twice': ['repaid-cash', 'repaid-transfer', 'kept'],
  surplus: ['repaid-cash', 'repaid-transfer', 'kept'],
  'refunded-elsewhere': ['own-transfer', 'goods-returned', 'collected-again', 'written-off', 'void-ereceipt'],
  'refund-not-done': ['repaid-cash', 'repaid-transfer', 'seen'],
  'cash-held': ['refunded'],
  'ereceipt-refused': ['tried-again', 'void-ereceipt', 'seen'],
  'tax-code-refused': ['seen'],
  'ereceipt-stands': ['void-ereceipt', 'seen'],
  'invoice-left-open': ['tried-again', 'seen'],
  'payment-unclear': ['seen'],
  'history-incomplete': ['seen'],
  'cart-at-two-tills': ['seen'],
  'returned-twice': ['seen'],
  'receipt-unprintable': ['came-out', 'tried-again'],
  'receipt-key-missing': ['tried-again', 'ereceipt-again'],
  // A return is continued at the sale itself; the item disappears with that.
  'return-waits': [],
  'correction-waits': [],
}
