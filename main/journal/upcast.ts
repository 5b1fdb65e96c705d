/**
 * Reads events of older versions in today's form. Only this file knows older forms: stored events are never changed and
 * never lose a field.
 */
import type { SaleEvent } from '../../shared/sale.ts'
import type { Tally } from '../../shared/shift.ts'
import { taxKindOf } from '../../shared/tax.ts'

/** A body as it is stored. */
export type StoredEvent = { readonly kind: string }

/** Kinds that are no longer written. */
const RENAMED: Readonly<Record<string, (body: never) => SaleEvent>> = {
  // From versions in which cash was the only tender.
  'cash-taken': ({ tender }: { tender: object }) =>
    ({ kind: 'tender-taken', tender: { kind: 'cash', reference: '', ...tender } }) as SaleEvent,
  'cash-returned': ({ tenderId }: { tenderId: string }) => ({ kind: 'tender-returned', tenderId }),
  // From versions in which late money had its own events.
  'paid-late': ({ payments }: Extract<SaleEvent, { kind: 'payments-seen' }>) => ({
    kind: 'payments-seen',
    payments,
  }),
  'late-money-settled': () => ({
    kind: 'attention-settled',
    cause: 'late-money',
    resolution: 'kept',
    amount: null,
    shares: null,
  }),
  'watch-ended': () => ({ kind: 'monitoring-ended' }),
  'return-called-off': (event: object) => ({ ...event, kind: 'return-cancelled' }) as SaleEvent,
}

const monitored = ({ watchUntil, ...event }: { readonly watchUntil?: number }) =>
  watchUntil === undefined ? event : { ...event, monitorUntil: watchUntil }

/**
 * By kind, what reads each version of a body as the next one; the first reads version 1. A new one needs a step in
 * migrations.ts, so that an older program refuses the file instead of misreading it.
 */
const STEPS: Readonly<Record<string, readonly ((body: never) => object)[]>> = {
  // Version 1 had no tax kind: all goods bore VAT.
  'line-added': [
    (event: Extract<SaleEvent, { kind: 'line-added' }>) => {
      const { line } = event
      const taxKind = taxKindOf(line.product.taxKind)
      return { ...event, line: { ...line, product: { ...line.product, taxKind } } }
    },
  ],
  // Version 1 stored the shape of the request in place of the terms.
  'invoice-requested': [({ shape: _shape, ...event }: { readonly shape: string }) => event],
  paid: [(event: object) => ({ ...event, counted: null }), monitored],
  'sale-ended': [monitored],
  'invoice-cancelled': [monitored],
  refunded: [monitored],
  'attention-settled': [
    (event: object) => ({ ...event, shares: null }),
    ({ remedy, ...event }: { readonly remedy: string }) => ({ ...event, resolution: resolutionOf(remedy) }),
  ],
  'shift-closed': [
    ({ totals, ...event }: { readonly totals: { readonly drawer: { readonly givenBack: Tally } } }) => {
      const { givenBack: refunded, ...drawer } = totals.drawer
      return { ...event, totals: { ...totals, drawer: { ...drawer, refunded } } }
    },
  ],
}

const resolutionOf = (remedy: string): string => (remedy === 'given-back' ? 'refunded' : remedy)

/** The version of the bodies that are written. */
export const bodyVersion = (kind: string): number => 1 + (STEPS[kind]?.length ?? 0)

/** `version` is the version of the body; 1 in journals that did not store it. */
export function upcast<Event = SaleEvent>(stored: StoredEvent, version: number): Event {
  const renamed = RENAMED[stored.kind]
  if (renamed) return renamed(stored as never) as Event
  const steps = STEPS[stored.kind]?.slice(version - 1) ?? []
  return steps.reduce((body, step) => step(body as never), stored as object) as Event
}

/** A row of the audit trail in today's words. The stored one is never changed: its hash covers it. */
export function upcastAudit(act: string, about: string) {
  const { remedy, ...rest } = readable(about) as { readonly remedy?: string } & Record<string, unknown>
  if (rest.step === 'call-off') rest.step = 'cancel'
  return {
    action: act === 'acknowledgeFound' ? 'acknowledgeRecovered' : act,
    about: remedy === undefined ? rest : { ...rest, resolution: resolutionOf(remedy) },
  }
}

/** Empty where the disk damaged the text: the trail is still shown, and its verification names the row. */
function readable(about: string): unknown {
  try {
    return JSON.parse(about)
  } catch {
    return {}
  }
}
