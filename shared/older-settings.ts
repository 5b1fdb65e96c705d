/** Converts stored settings of earlier versions to today's shape. */
import type { TaxSettings } from './settings.ts'

/**
 * Earlier versions had one tax code for all goods, `invoicing.taxType`. It becomes the code of goods with VAT; `others`
 * gives the other tax settings. Settings of today's shape and other values are returned unchanged.
 */
export function withTaxCodes(settings: unknown, others: Partial<TaxSettings> = {}): unknown {
  if (!isRecord(settings) || !isRecord(settings.invoicing) || !('taxType' in settings.invoicing))
    return settings
  const { taxType, ...invoicing } = settings.invoicing
  return { tax: { ...others, codes: { ...others.codes, vat: taxType } }, ...settings, invoicing }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
