import { CommandRefused } from '../../shared/failure.ts'
import { ditherLogo, rasterAsPng } from '../receipts/index.ts'
import type { Desk } from './desk.ts'
import { asDataUrl } from './preview-receipt.ts'

/** As it is printed. */
export function getLogo(desk: Desk): string | null {
  const raster = desk.logo.read(desk.settings.read().paperWidth)
  return raster && asDataUrl(rasterAsPng(raster))
}

/** Dithered once, here, for either width of paper. */
export async function setLogo(desk: Desk, { picture }: { readonly picture: string | null }): Promise<void> {
  if (picture === null) return desk.logo.write(null)
  const bytes = Buffer.from(picture, 'base64')
  const [narrow, wide] = await Promise.all([ditherLogo(bytes, 58), ditherLogo(bytes, 80)])
  if (narrow === null || wide === null) throw new CommandRefused('LOGO_INVALID')
  desk.logo.write({ 58: narrow, 80: wide })
}
