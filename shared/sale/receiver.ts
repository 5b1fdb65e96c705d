import { z } from 'zod'
import type { Wire } from '../wire.ts'

/** The receiver of the e-receipt: `83` individual, `84` organisation (docs/payment-service.md#create-an-e-receipt). */
export const receiverSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('individual') }),
  z.strictObject({ kind: z.literal('organisation'), register: z.string() }),
])
export type Receiver = Wire<typeof receiverSchema>
