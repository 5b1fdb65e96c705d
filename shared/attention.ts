/** Something that a person must look at (law 9), and what that person can do about it. */
export const ATTENTION_CAUSES = [
  /** Money for an invoice that had been cancelled. */
  'late-money',
  /** Money for an invoice of a sale that was taken in cash meanwhile. */
  'paid-twice',
  /** More came than was due. */
  'surplus',
  /** A payment that was counted on is cancelled or refunded at the service, and not by us. */
  'refunded-elsewhere',
  /** A refund of ours that the service accepted, and of which its books say that it was not done. */
  'refund-not-done',
  /** Tenders had been taken for a part of a sale that was cancelled: they are the payer's. */
  'cash-held',
  'ereceipt-refused',
  /** An e-receipt stands whose money went back. */
  'ereceipt-stands',
  /** An invoice that the sale does not need could not be cancelled: its QR can still be paid. */
  'invoice-left-open',
  /** A payment in another currency than MNT: it counts for nothing. */
  'payment-unclear',
  /** Of older journals: another invoice under the sale's number, or one of another amount. */
  'doubled-invoice',
  'amount-differs',
  /** Some of what happened to the sale cannot be read, or does not add up. */
  'history-incomplete',
  /** Perhaps printed: told by the print queue. */
  'receipt-unprintable',
  /** A return that does not go on by itself: the service refused a step, or money is to be given back by hand. */
  'return-waits',
] as const
export type AttentionCause = (typeof ATTENTION_CAUSES)[number]

export const REMEDIES = [
  /** The goods are handed over after all: the sale is sold and its receipt follows. */
  'sold',
  /** As `sold`, with the rest taken in cash. */
  'sold-with-cash',
  'repaid-cash',
  'repaid-transfer',
  /** The payer agreed that the shop keeps it, for goods or as a credit. */
  'kept',
  /** The payer's money went back, and the goods came back to the shop. */
  'goods-returned',
  /** The payer's money went back, and was taken again at the counter. */
  'collected-again',
  /** What went back is what the shop transferred itself, and wrote down then. */
  'own-transfer',
  /** The payer's money went back twice, or the goods are gone: the shop bears it. */
  'written-off',
  /** The e-receipt of money that went back is voided, and the rest is still to be decided; or one that is wrong is, and issued anew. */
  'void-ereceipt',
  /** Tenders were given back the way they came. */
  'given-back',
  /** The receipt is tried again. */
  'tried-again',
  /** The paper that perhaps came out is there. */
  'came-out',
  /** Looked at; nothing was to be done. */
  'seen',
] as const
export type Remedy = (typeof REMEDIES)[number]

/** The ways out of each cause. Which of them fits a sale at the moment, its state decides. */
export const REMEDIES_OF: Readonly<Record<AttentionCause, readonly Remedy[]>> = {
  'late-money': ['sold', 'sold-with-cash', 'repaid-cash', 'repaid-transfer'],
  'paid-twice': ['repaid-cash', 'repaid-transfer', 'kept'],
  surplus: ['repaid-cash', 'repaid-transfer', 'kept'],
  'refunded-elsewhere': ['own-transfer', 'goods-returned', 'collected-again', 'written-off', 'void-ereceipt'],
  'refund-not-done': ['repaid-cash', 'repaid-transfer', 'seen'],
  'cash-held': ['given-back'],
  'ereceipt-refused': ['tried-again', 'void-ereceipt', 'seen'],
  'ereceipt-stands': ['void-ereceipt', 'seen'],
  'invoice-left-open': ['tried-again', 'seen'],
  'payment-unclear': ['seen'],
  'doubled-invoice': ['seen'],
  'amount-differs': ['seen'],
  'history-incomplete': ['seen'],
  'receipt-unprintable': ['came-out', 'tried-again'],
  // It is gone on with at the sale, and leaves the list by that.
  'return-waits': [],
}
