import { z } from 'zod'
import { TAX_KINDS } from '../money/tax.ts'
import type { Wire } from '../wire.ts'

export const TAX_CODE_FIELDS = ['taxProductCode', 'classificationCode'] as const
export type TaxCodeField = (typeof TAX_CODE_FIELDS)[number]

/** A published code. `kind`: the kind of VAT that a code of the law is for; null for a classification. */
export const taxCodeSchema = z.strictObject({
  code: z.string(),
  name: z.string(),
  kind: z.nullable(z.enum(TAX_KINDS)),
})
export type TaxCode = Wire<typeof taxCodeSchema>
