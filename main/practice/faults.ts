/** Faults that wait for a request to befall. */
import { z } from 'zod'

export const FAULT_EFFECTS = [
  /** Answered so, the work not done (or done, with `done: true`). */
  '429',
  '500',
  '502',
  /** A page of HTML with status 200, as a gateway or a captive portal gives. */
  'html',
  /** The work is done; the JSON of the answer is cut in half, has a field of a wrong type, or lacks one. */
  'truncated',
  'wrong-type',
  'missing-field',
  /** The socket is destroyed before, or after, the work is done. */
  'reset-before',
  'reset-after',
  /** No answer until the client leaves, or `ms` are over and the socket is closed. */
  'hang-before',
  'hang-after',
  /** The work is done at once, the answer comes after `ms`. */
  'slow',
] as const

export const faultEffect = z.enum(FAULT_EFFECTS)

export const faultSchema = z.strictObject({
  /** Any method, any endpoint where they are left out. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** The endpoint as the interface writes it: "/v2/invoice", "/v2/invoice/{id}". */
  path: z.string().optional(),
  /** How many requests it befalls. */
  times: z.int().min(1).default(1),
  effect: faultEffect,
  ms: z.number().min(0).optional(),
  /** Seconds, for the Retry-After header. */
  retry_after: z.number().min(0).optional(),
  /** For 429, 500, 502 and html: whether the work is done all the same. */
  done: z.boolean().optional(),
  /** For wrong-type and missing-field: which one, "rows.0.payment_amount"; the answer's most needed where left out. */
  field: z.string().optional(),
})
export type Fault = z.infer<typeof faultSchema>
/** A fault as it is asked for. */
export type FaultRequest = z.input<typeof faultSchema>

export type Faults = {
  readonly add: (faults: readonly Fault[]) => void
  /** The first that fits, once less from then on. */
  readonly take: (method: string, path: string) => Fault | null
  readonly waiting: () => readonly Fault[]
  readonly clear: () => void
}

export function createFaults(): Faults {
  let waiting: readonly Fault[] = []
  const fits = (fault: Fault, method: string, path: string) =>
    (fault.method ?? method) === method && (fault.path ?? path) === path
  return {
    add: (faults) => {
      waiting = [...waiting, ...faults]
    },
    take: (method, path) => {
      const fault = waiting.find((candidate) => fits(candidate, method, path))
      if (!fault) return null
      waiting = waiting.flatMap((other) => {
        if (other !== fault) return [other]
        return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
      })
      return fault
    },
    waiting: () => waiting,
    clear: () => {
      waiting = []
    },
  }
}
