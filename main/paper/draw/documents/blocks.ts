import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { ReceiptBlock } from '../types.ts'

type Size = 'small' | 'normal' | 'large'

export const RULE: ReceiptBlock = { kind: 'rule' }
export const CUT: ReceiptBlock = { kind: 'cut' }

export const gap = (dots: number): ReceiptBlock => ({ kind: 'gap', dots })

export const left = (text: string, size: Size): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'left',
  size,
  bold: false,
})

export const centred = (text: string, size: Size): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'center',
  size,
  bold: size === 'large',
})

/** The title of the figures below. */
export const heading = (text: string): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'center',
  size: 'normal',
  bold: true,
})

/** Names the kind of paper, so that nobody takes a refund slip for a receipt. */
export const title = (text: string): readonly ReceiptBlock[] => [RULE, heading(text.toUpperCase()), gap(6)]

export const row = (leftText: string, right: string, size: Size = 'normal'): ReceiptBlock => ({
  kind: 'row',
  left: leftText,
  right,
  size,
  bold: size === 'large',
})

export const figure = (label: string, amount: Money): ReceiptBlock => row(label, formatMoney(amount))

/** The main figure of the paper. */
export const boldFigure = (label: string, amount: Money): ReceiptBlock => ({
  kind: 'row',
  left: label,
  right: formatMoney(amount),
  size: 'normal',
  bold: true,
})

export const unlessZero = (label: string, amount: Money): readonly ReceiptBlock[] =>
  amount === 0 ? [] : [figure(label, amount)]
