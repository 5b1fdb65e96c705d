/**
 * A new till has the seller's data of a sample shop. In live mode they are never charged, issued or printed
 * (docs/decisions/live-mode-needs-the-shops-own-data.md).
 */
import type { Mode } from './mode.ts'
import { SAMPLE_SELLER as SAMPLE } from './sample-seller.ts'
import type { Settings, ShopSettings } from './settings.ts'

/** The fields that must be the shop's own. Branch and district can be those of the sample by chance. */
export const OWN_FIELDS = ['name', 'taxpayerNumber', 'register'] as const
export type OwnField = (typeof OWN_FIELDS)[number]

/** The fields that a person must enter before live mode charges by QR: the sample's, or blank. Empty in test mode. */
export const missingSeller = (mode: Mode, { shop }: Pick<Settings, 'shop'>): readonly OwnField[] =>
  mode === 'test' ? [] : OWN_FIELDS.filter((field) => [SAMPLE[field], ''].includes(shop[field]))

/** The settings with the sample's data left blank, so that no paper of live mode has them. */
export function withOwnSeller(mode: Mode, settings: Settings): Settings {
  const missing = missingSeller(mode, settings)
  if (missing.length === 0) return settings
  const { shop } = settings
  const blank = Object.fromEntries(missing.map((field) => [field, '']))
  const branch = shop.branch === SAMPLE.branch ? '' : shop.branch
  return { ...settings, shop: { ...shop, branch, ...blank } satisfies ShopSettings }
}
