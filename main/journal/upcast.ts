/**
 * Reads events of older versions in today's form. Only this file knows older forms: stored events are never changed and
 * never lose a field.
 */
import type { SaleEvent } from '../../shared/sale.ts'
import { taxKindOf } from '../../shared/tax.ts'

/**
 * The current version of an event's body, where it is not 1. A new version needs a step in migrations.ts, so that an
 * older program refuses the file instead of misreading it.
 */
const VERSIONS: Readonly<Record<string, number>> = {
  'line-added': 2,
  'invoice-requested': 2,
  paid: 2,
  'attention-settled': 2,
}

export const bodyVersion = (kind: string): number => VERSIONS[kind] ?? 1

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
    remedy: 'kept',
    amount: null,
    shares: null,
  }),
}

const FIRST_FORMS: Readonly<Record<string, (body: never) => SaleEvent>> = {
  // Version 1 had no tax kind: all goods bore VAT.
  'line-added': (event: Extract<SaleEvent, { kind: 'line-added' }>) => {
    const { line } = event
    const taxKind = taxKindOf(line.product.taxKind)
    return { ...event, line: { ...line, product: { ...line.product, taxKind } } }
  },
  // Version 1 stored the shape of the request in place of the terms.
  'invoice-requested': ({ shape: _shape, ...event }: { shape: string } & SaleEvent) => event as SaleEvent,
  paid: (event: Extract<SaleEvent, { kind: 'paid' }>) => ({ ...event, counted: null }),
  'attention-settled': (event: Extract<SaleEvent, { kind: 'attention-settled' }>) => ({
    ...event,
    shares: null,
  }),
}

/** `version` is the version of the body; 1 in journals that did not store it. */
export function upcast(stored: StoredEvent, version: number): SaleEvent {
  const renamed = RENAMED[stored.kind]
  if (renamed) return renamed(stored as never)
  const older = version === 1 ? FIRST_FORMS[stored.kind] : undefined
  return older ? older(stored as never) : (stored as SaleEvent)
}
