import type { AnswerOf } from '../../shared/ipc/index.ts'
import { rasterAsPng } from '../receipts/index.ts'
import type { CommandContext } from './command-context.ts'

/** The receipt as it is printed, lottery and QR covered. */
export function previewReceipt(
  context: CommandContext,
  { saleId }: { readonly saleId: string },
): AnswerOf<'previewReceipt'> {
  const document = context.shop().papers.preview(saleId)
  if (!document) return null
  const raster = context.raster.render(document, context.settings.read().paperWidth)
  return { png: asDataUrl(rasterAsPng(raster)), width: raster.width, height: raster.height }
}

/** A picture that a page may show: its content policy lets no other address in. */
export const asDataUrl = (png: Uint8Array): string =>
  `data:image/png;base64,${Buffer.from(png).toString('base64')}`
