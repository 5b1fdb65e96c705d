/** Settings as earlier versions wrote them, brought into the shape that they have now. */
import type { TaxSettings } from './settings.ts'

/**
 * Until there were kinds of tax, one code stood for all goods: `invoicing.taxType`. It becomes the code of goods with VAT,
 * beside what `others` say of the rest. Settings of the newer shape, and what are no settings at all, come back as they are.
 */
export function withTaxCodes(settings: unknown, others: Partial<TaxSettings> = {}): unknown {
  if (!isRecord(settings) || !isRecord(settings.invoicing) || !('taxType' in settings.invoicing))
    return settings
  const { taxType, ...invoicing } = settings.invoicing
  return { tax: { ...others, codes: { ...others.codes, vat: taxType } }, ...settings, invoicing }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
