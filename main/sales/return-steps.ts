/** What is to be done next for an open return, if it is the terminal's turn: a pure decision. */
import { isSettled, openReturn, type Return, voidsAreSettled } from '../../shared/return.ts'
import type { Sale } from '../../shared/sale.ts'

export type ReturnStep =
  | { readonly do: 'void e-receipt'; readonly returnId: string; readonly paymentId: string }
  | { readonly do: 'refund payment'; readonly returnId: string; readonly partId: string }
  | { readonly do: 'find out about refund'; readonly returnId: string; readonly partId: string }
  | { readonly do: 'complete return'; readonly returnId: string }

/** Null where nothing is open, or a person is waited for. `held`: nothing is asked for, only found out. */
export function returnStep(sale: Sale): ReturnStep | null {
  const one = openReturn(sale)
  if (one === null) return null
  if (isSettled(one)) return { do: 'complete return', returnId: one.id }
  return voidsAreSettled(one) ? refundStep(sale, one) : voidStep(sale, one)
}

function voidStep({ held }: Sale, { id, voids }: Return): ReturnStep | null {
  // The law of the order: one that was refused is decided about before the next is voided, so that it can be called off.
  const next = voids.find(({ step }) => step.name !== 'voided' && step.name !== 'skipped')
  if (!next || next.step.name === 'refused') return null
  if (held && next.step.name === 'due') return null
  return { do: 'void e-receipt', returnId: id, paymentId: next.paymentId }
}

function refundStep({ held }: Sale, { id, parts }: Return): ReturnStep | null {
  for (const part of parts) {
    if (part.by !== 'refund') continue
    if (part.step.name === 'unknown') return { do: 'find out about refund', returnId: id, partId: part.id }
    if (part.step.name === 'requested' || (part.step.name === 'due' && !held))
      return { do: 'refund payment', returnId: id, partId: part.id }
  }
  return null
}
