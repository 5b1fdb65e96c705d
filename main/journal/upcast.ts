/**
 * Reads events of older versions as today's. Only this file knows older forms: stored events are never changed, and never lose a
 * field.
 */
import type { SaleEvent } from '../../shared/sale.ts'
import { taxKindOf } from '../../shared/tax.ts'

/**
 * The version in which bodies of an event are written now, where it is not the first. Raising one needs a step in migrations.ts,
 * so that an older program refuses the file instead of misreading it.
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
  // Cash was the only tender.
  'cash-taken': ({ tender }: { tender: object }) =>
    ({ kind: 'tender-taken', tender: { kind: 'cash', reference: '', ...tender } }) as SaleEvent,
  'cash-returned': ({ tenderId }: { tenderId: string }) => ({ kind: 'tender-returned', tenderId }),
  // Late money was a state of its own.
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
  // All goods bore VAT.
  'line-added': (event: Extract<SaleEvent, { kind: 'line-added' }>) => {
    const { line } = event
    const taxKind = taxKindOf(line.product.taxKind)
    return { ...event, line: { ...line, product: { ...line.product, taxKind } } }
  },
  // Whether e-receipts were to be issued was said by the shape of the request, and the rest of the terms not at all.
  'invoice-requested': ({ shape: _shape, ...event }: { shape: string } & SaleEvent) => event as SaleEvent,
  paid: (event: Extract<SaleEvent, { kind: 'paid' }>) => ({ ...event, counted: null }),
  'attention-settled': (event: Extract<SaleEvent, { kind: 'attention-settled' }>) => ({
    ...event,
    shares: null,
  }),
}

/** `version` is of the body; 1 in journals from before it was kept. */
export function upcast(stored: StoredEvent, version: number): SaleEvent {
  const renamed = RENAMED[stored.kind]
  if (renamed) return renamed(stored as never)
  const older = version === 1 ? FIRST_FORMS[stored.kind] : undefined
  return older ? older(stored as never) : (stored as SaleEvent)
}
