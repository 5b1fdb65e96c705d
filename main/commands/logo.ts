import { CommandRefused } from '../../shared/failure.ts'
import { ditherLogo, rasterAsPng } from '../receipts/index.ts'
import type { CommandContext } from './command-context.ts'
import { asDataUrl } from './preview-receipt.ts'

/** As it is printed. */
export function getLogo(context: CommandContext): string | null {
  const raster = context.logo.read(context.settings.read().paperWidth)
  return raster && asDataUrl(rasterAsPng(raster))
}

/** Dithered once, here, for either width of paper. */
export async function setLogo(
  context: CommandContext,
  { picture }: { readonly picture: string | null },
): Promise<void> {
  if (picture === null) return context.logo.write(null)
  const bytes = Buffer.from(picture, 'base64')
  const [narrow, wide] = await Promise.all([ditherLogo(bytes, 58), ditherLogo(bytes, 80)])
  if (narrow === null || wide === null) throw new CommandRefused('LOGO_INVALID')
  context.logo.write({ 58: narrow, 80: wide })
}
