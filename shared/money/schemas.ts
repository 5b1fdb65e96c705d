import { z } from 'zod'
import type { Money } from './money.ts'
import type { Quantity } from './quantity.ts'

/** Not in money.ts: the customer display imports money.ts and must stay free of zod. */
export const moneySchema = z.custom<Money>((value) => Number.isSafeInteger(value))
export const quantitySchema = z.custom<Quantity>((value) => Number.isSafeInteger(value))
