/** How often a payment was asked to be cancelled or refunded over the interface, and how often it then was. */
export type Asked = { readonly asked: number; readonly done: number }

export type ReversalCount = {
  readonly asked: (paymentId: string) => void
  readonly done: (paymentId: string) => void
  readonly of: (paymentId: string) => Asked
  /** Every payment that was asked about. */
  readonly all: () => readonly string[]
  readonly clear: () => void
}

const NEVER: Asked = { asked: 0, done: 0 }

export function createReversalCount(): ReversalCount {
  const counts = new Map<string, Asked>()
  const of = (paymentId: string): Asked => counts.get(paymentId) ?? NEVER
  return {
    asked: (paymentId) => {
      const { asked, done } = of(paymentId)
      counts.set(paymentId, { asked: asked + 1, done })
    },
    done: (paymentId) => {
      const { asked, done } = of(paymentId)
      counts.set(paymentId, { asked, done: done + 1 })
    },
    of,
    all: () => [...counts.keys()],
    clear: () => counts.clear(),
  }
}
