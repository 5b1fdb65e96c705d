import type { PaperWidth } from '../../../shared/shop/settings.ts'

export type TextStyle = { readonly px: number; readonly weight: 500 | 700 }
export type TextSize = 'small' | 'normal' | 'large'

/** A roll of paper, in dots of a 203 dpi head: 8 dots are a millimetre. */
export type Paper = {
  /** The printable width. */
  readonly dots: number
  /** White space on each side, because few rolls run straight. */
  readonly margin: number
  readonly textPx: Readonly<Record<TextSize, number>>
}

const NARROW: Paper = { dots: 384, margin: 8, textPx: { small: 24, normal: 26, large: 38 } }
const WIDE: Paper = { dots: 576, margin: 16, textPx: { small: 26, normal: 28, large: 46 } }

export const paperOf = (width: PaperWidth): Paper => (width === 58 ? NARROW : WIDE)

/** The price on a label. */
export const priceStyle = ({ textPx }: Paper): TextStyle => ({ px: 2 * textPx.large, weight: 700 })

export const lineHeight = ({ px }: TextStyle): number => Math.ceil(px * 1.25)
/** Dots from the top of a line to the baseline. Inter's ascenders are 0.97 of its size. */
export const ascent = ({ px }: TextStyle): number => Math.round(px * 0.98)
