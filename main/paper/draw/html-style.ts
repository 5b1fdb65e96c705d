import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { type Paper, paperOf, priceStyle } from './paper.ts'

/** The resolution of a thermal head, so that the page has the sizes of the raster. */
const DOTS_A_MILLIMETRE = 8

export const millimetres = (dots: number): string => `${dots / DOTS_A_MILLIMETRE}mm`

/** The raster's look in CSS. The page length must be given: with "auto" a browser takes letter paper. */
export function receiptStyle(width: PaperWidth, dots: { readonly length: number }): string {
  const paper = paperOf(width)
  return [
    `@page { size: ${width}mm ${millimetres(dots.length)}; margin: 0 }`,
    body(paper),
    sizes(paper),
    PARTS,
  ].join('\n')
}

const body = ({ dots, margin }: Paper): string => `
body {
  width: ${millimetres(dots)}; margin: 0 auto; padding: ${millimetres(12)} ${millimetres(margin)};
  font-weight: 500; word-spacing: 0.1em;
  overflow-wrap: anywhere;
}`

const sizes = (paper: Paper): string => {
  const { small, normal, large } = paper.textPx
  return `
body, .normal { font-size: ${millimetres(normal)} }
.small { font-size: ${millimetres(small)} }
.large { font-size: ${millimetres(large)} }
.lottery { font-size: ${millimetres(large - 4)} }
.price { font-size: ${millimetres(priceStyle(paper).px)} }
.stamp { font-size: ${millimetres(normal + 4)} }`
}

const PARTS = `
section::before {
  content: ""; display: block; height: 0.25mm; margin: 1.375mm 0;
  background: repeating-linear-gradient(90deg, #000 0 0.75mm, #fff 0 1.5mm);
}
p.small, p.normal, p.large { white-space: nowrap }
.bold, .lottery, .price, .notice, .covered, .stamp { font-weight: 700 }
.center, .lottery, .price, .notice, .covered, .stamp, figure { text-align: center }
dl > div { display: flex; flex-wrap: wrap; column-gap: 2mm }
dt { flex: 1 1 30%; max-width: 100%; overflow-wrap: break-word }
dd { margin-left: auto; text-align: right }
.lottery { padding: 0.75mm 0 0.5mm }
.lottery span { display: inline-block }
.notice { margin: 1mm 0 1.5mm; padding: 1.125mm; border: 0.375mm solid #000 }
.covered { margin: 2.5mm auto; padding: 12mm 1.5mm; width: 33mm; border: 0.375mm dashed #000 }
.stamp { margin: 1.25mm 0; padding: 0.75mm; background: #000; color: #fff }
figure.barcode { padding-top: 0.5mm }
figcaption { margin-top: 0.5mm }
figure, svg, img { display: block; margin: 0 auto; break-inside: avoid }
img { image-rendering: pixelated }`
