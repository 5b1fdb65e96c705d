/** Something that a person must look at (law 9 of the design), and what that person can do about it. */
export const ATTENTION_CAUSES = [
  /** Money for an invoice that had been cancelled. */
  'late-money',
  /** Money for an invoice of a sale that was taken in cash meanwhile. */
  'paid-twice',
  /** More came than was due. */
  'surplus',
  /** A payment that was counted on is cancelled or refunded at the service, and not by us. */
  'refunded-elsewhere',
  /** Cash had been taken for a part of a sale that was cancelled: it is the payer's. */
  'cash-held',
  'ereceipt-refused',
  'doubled-invoice',
  'amount-differs',
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
  /** The payer's money went back, and was paid again in another way. */
  'collected-again',
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
  'refunded-elsewhere': ['goods-returned', 'collected-again'],
  'cash-held': ['repaid-cash'],
  'ereceipt-refused': ['tried-again', 'seen'],
  'doubled-invoice': ['seen'],
  'amount-differs': ['seen'],
  'receipt-unprintable': ['came-out', 'tried-again'],
  // It is gone on with at the sale, and leaves the list by that.
  'return-waits': [],
}
