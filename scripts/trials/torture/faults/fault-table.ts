/**
 * All faults of a run in one table: the runner draws from it, the report counts by it, and `--list` prints it. The meaning of `chance` depends on the kind:
 *
 *     answers    share of the requests that one of its faults fits
 *     moments    weight among the moments; one is drawn every few hundred milliseconds
 *     payers     weight among the payers; one is drawn for every QR
 *     people     probability at each occasion
 *     shop       weight among the moments of the shop database (scripts/trials/torture/shop/)
 *     together   weight among the rounds in which all tills are connected
 */
import type { FaultRequest } from '../../../run/practice/index.ts'

export type Fault = {
  readonly does: string
  readonly chance: number
  /** For answers: the requests to the practice service that set up the fault. Those for one endpoint share the chance. */
  readonly faults?: readonly FaultRequest[]
}

const CHECK = { method: 'POST', path: '/v2/payment/check' } as const
const LIST = { method: 'POST', path: '/v2/invoice/list' } as const
const GET_INVOICE = { method: 'GET', path: '/v2/invoice/{id}' } as const
const GET_PAYMENT = { method: 'GET', path: '/v2/payment/{id}' } as const
const CREATE = { method: 'POST', path: '/v2/invoice' } as const
const CANCEL = { method: 'DELETE', path: '/v2/invoice/{id}' } as const
const ISSUE = { method: 'POST', path: '/v2/ebarimt_v3/create' } as const
const VOID = { method: 'DELETE', path: '/v2/ebarimt_v3/{id}' } as const
const REFUND = { method: 'POST', path: '/v2/payment/refund/{id}' } as const
const TAKE_BACK = { method: 'POST', path: '/v2/payment/cancel/{id}' } as const

const READS = [CHECK, LIST, GET_INVOICE, GET_PAYMENT] as const
const LISTS = [CHECK, LIST] as const
const CHANGES = [CREATE, CANCEL, ISSUE, VOID, REFUND, TAKE_BACK] as const

/** Bodies that are neither a success nor a refusal that the contract lists. */
const NO_SUCCESS = [
  { status: false },
  { code: 'E-17', message: 'Алдаа гарлаа' },
  { error_code: 'SOMETHING_ELSE' },
  [],
  null,
]

/** Combines every fault with every endpoint. */
const at = (
  endpoints: readonly Pick<FaultRequest, 'method' | 'path'>[],
  ...faults: readonly FaultRequest[]
): readonly FaultRequest[] =>
  endpoints.flatMap((endpoint) => faults.map((fault) => ({ ...endpoint, ...fault })))

const weighed = (chance: number, does: string): Fault => ({ does, chance })

const GROUPS = {
  answers: {
    'broken-answers': weighed(
      0.15,
      'any request: 429, 500 and 502 with and without the work done, HTML, half a JSON, wrong types, missing fields, resets and silence before and after the work',
    ),
    'lagging-reads': {
      does: 'checks, lists, invoices and payments as they were 3 s ago',
      chance: 0.08,
      faults: at(READS, { effect: 'stale', ms: 3_000 }),
    },
    'older-words': {
      does: 'checks, lists, invoices and payments as they were one change ago, after the newer state was returned',
      chance: 0.03,
      faults: at(READS, { effect: 'stale', changes: 1 }),
    },
    'vanished-rows': {
      does: 'the newest row is missing and not counted; a request by its id finds nothing',
      chance: 0.04,
      faults: at(READS, { effect: 'vanished' }),
    },
    'short-lists': {
      does: 'the last row is missing, but counted',
      chance: 0.04,
      faults: at(LISTS, { effect: 'short-list' }),
    },
    'odd-pages': {
      does: 'one row a page, the first page for every number, a count that grows',
      chance: 0.06,
      faults: at(LISTS, { effect: 'small-pages' }, { effect: 'repeated-page' }, { effect: 'changing-count' }),
    },
    'odd-sums': {
      does: 'paid_amount is null, missing, or the sum of floats',
      chance: 0.04,
      faults: at(
        [CHECK],
        { effect: 'changed', set: { paid_amount: null } },
        { effect: 'missing-field', field: 'paid_amount' },
        { effect: 'changed', set: { paid_amount: 0.30000000000000004 } },
      ),
    },
    'late-creations': {
      does: 'an invoice is answered with 502, a reset or silence, and made 3 to 5 s later',
      chance: 0.08,
      faults: at(
        [CREATE],
        { effect: '502', done: 'late' },
        { effect: 'reset-before', done: 'late' },
        { effect: 'hang-before', done: 'late', ms: 12_000 },
      ),
    },
    'refused-under-200': {
      does: 'a request that changes something is answered with 200 and a body that is not a success, and nothing is done',
      chance: 0.04,
      faults: at(CHANGES, ...NO_SUCCESS.map((json) => ({ effect: 'answer', json }) as const)),
    },
    'refunds-denied': {
      does: 'a refund is made, and answered with 400 PAYMENT_NOT_PAID, PAYMENT_NOTFOUND, or 500',
      chance: 0.3,
      faults: at(
        [REFUND, TAKE_BACK],
        { effect: 'answer', status: 400, json: { error_code: 'PAYMENT_NOT_PAID' }, done: true },
        { effect: 'answer', status: 400, json: { error_code: 'PAYMENT_NOTFOUND' }, done: true },
        { effect: '500', done: true },
      ),
    },
    'early-e-receipts': {
      does: 'PAYMENT_NOT_PAID or PAYMENT_NOTFOUND for the e-receipt of a payment that was just listed as paid',
      chance: 0.12,
      faults: at([ISSUE], { effect: 'stale', ms: 3_000 }, { effect: 'stale', changes: 1 }),
    },
    'no-active-e-receipts': {
      does: 'the e-receipt says that it is not active, or is another one',
      chance: 0.05,
      // Each has an id of its own, so that the audit notices when the till takes it for ours.
      faults: at(
        [ISSUE],
        { effect: 'changed', set: { id: 'void', status: false } },
        { effect: 'changed', set: { id: 'cancelled', barimt_status: 'CANCELLED' } },
        { effect: 'changed', set: { id: 'pending', barimt_status: 'PENDING', status: null } },
        {
          effect: 'changed',
          set: { id: 'of another', ebarimt_receiver_type: '84', ebarimt_receiver: '5000001' },
        },
      ),
    },
  },
  moments: {
    'line-down': weighed(1, 'the service is unreachable for up to 7 s'),
    'tokens-gone': weighed(1, 'access and refresh tokens are refused, or the service’s clock runs on'),
    'rate-limit': weighed(1, 'five requests a second for the whole shop'),
    'merchant-locked': weighed(1, 'the merchant is inactive, or not registered for e-receipts'),
    'numbers-refused': weighed(
      1,
      'a used number is refused with a code that the contract does not list, until the next such moment',
    ),
    'no-voiding': weighed(1, 'e-receipts cannot be voided'),
    'late-money': weighed(4, 'somebody pays a QR that was shown at any time'),
    'pending-money': weighed(3, 'transfers that were on their way complete'),
    'money-gone': weighed(1, 'a payment is refunded or cancelled elsewhere'),
    'money-shrinks': weighed(1, 'a part of a payment goes back elsewhere: its row’s amount shrinks'),
    'plug-pulled': weighed(2, 'a till is killed at any moment, in addition to one kill at each step'),
    'clock-back': weighed(1, 'a till’s wall clock jumps back, by up to two hours'),
    'clock-ahead': weighed(
      1,
      'a till’s wall clock is a month ahead, over restarts too, until it is set right',
    ),
  },
  payers: {
    'pays-in-parts': weighed(2, 'pays a part, then the rest'),
    'pays-too-much': weighed(1, 'pays more than is asked for'),
    'pays-twice': weighed(2, 'two payments on one invoice: all of it and a little more, or all of it twice'),
    'pays-in-dollars': weighed(1, 'pays in another currency, then in tugriks or not'),
    'pays-slowly': weighed(1, 'a transfer that is on its way'),
    'pays-at-counter': weighed(3, 'pays in cash or by card while the QR is shown'),
    'pays-a-part': weighed(3, 'pays a part by QR; the rest is taken at the counter, or the sale is ended'),
    'goes-away': weighed(4, 'the charge is cancelled, and sometimes paid afterwards'),
    'goes-and-pays': weighed(2, 'the charge is cancelled at the moment at which it is paid'),
    'pays-in-the-dark': weighed(1, 'pays while the till is dead'),
    'stands-there': weighed(2, 'does nothing at all'),
  },
  people: {
    'doubled-taps': weighed(0.3, 'a command is sent twice at once'),
    'repeated-taps': weighed(
      0.1,
      'a command is sent again after its answer; the last six after every restart',
    ),
    'other-tenders': weighed(0.4, 'a card at the bank’s terminal or a transfer is taken instead of cash'),
    'mixed-carts': weighed(0.12, 'goods of several kinds of VAT in a cart, which is split'),
    packs: weighed(0.15, 'boxes of 12 are sold by their own code at their own price'),
    'misc-items': weighed(0.1, 'goods without a product, at an odd price'),
    'sale-rules': weighed(0.3, 'an age or a ban is asked for, and the cashier does not answer at first'),
    'cash-rounding': weighed(0.15, 'the rounding of cash is changed: none, 10 or 50'),
    'undone-changes': weighed(0.1, 'a line is changed, and the change is undone'),
    'parked-sales': weighed(0.12, 'a sale is parked, and resumed or not'),
    'held-work': weighed(0.25, 'pending work is held, released or given up'),
    'goods-back': weighed(0.3, 'goods come back, all of a sale or a piece'),
    'receivers-corrected': weighed(0.15, 'an e-receipt that went out is issued again for another receiver'),
    exchanges: weighed(
      0.2,
      'goods that were paid in cash come back for others; the rest is paid, or given as change',
    ),
    'drawer-days': weighed(0.1, 'a shift is opened, cash is moved, a shift is closed with its Z'),
    'tills-replaced': weighed(
      0.012,
      'a till is backed up and burns down; another is set up under its code, sells, and restores the backup',
    ),
  },
  shop: {
    'server-killed': weighed(
      1,
      'PostgreSQL is killed at each statement, as it was asked and before its answer leaves, and at any moment',
    ),
    'server-line-cut': weighed(2, 'a till’s connections to PostgreSQL break, once or for a while'),
    'server-line-half-open': weighed(
      2,
      'a till’s connections to PostgreSQL stay open, and nothing passes, or no answer',
    ),
    'server-line-slow': weighed(2, 'each piece of data between a till and PostgreSQL is late'),
    'till-twice': weighed(1, 'a second process speaks with a till’s login, and takes over or not'),
    'goods-changed': weighed(6, 'a price is changed at a till, and at another one at the same time'),
  },
  together: {
    'carts-elsewhere': weighed(
      1,
      'each till parks a cart, and all want to continue the same one of another till, while some are killed and lines are cut',
    ),
    'goods-back-elsewhere': weighed(
      1,
      'goods of one sale come back at several tills at once, its own among them or not, while some are killed and lines are cut',
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Fault>>>>

export type FaultGroup = keyof typeof GROUPS
export type FaultName = { [Kind in FaultGroup]: keyof (typeof GROUPS)[Kind] }[FaultGroup]
/** The names of the faults of one kind. */
export type FaultOf<Kind extends FaultGroup> = keyof (typeof GROUPS)[Kind] & FaultName

const KINDS = Object.keys(GROUPS) as readonly FaultGroup[]
export const ofKind = <Kind extends FaultGroup>(kind: Kind): readonly FaultOf<Kind>[] =>
  Object.keys(GROUPS[kind]) as FaultOf<Kind>[]

export const FAULT_NAMES: readonly FaultName[] = KINDS.flatMap((kind) => ofKind(kind))
export const FAULTS: Readonly<Record<FaultName, Fault>> = Object.assign({}, ...Object.values(GROUPS))

/** The faults that a run can have. A replaced till would have to join the shop again, which is not tried here. */
export const faultsOfRun = (withShop: boolean): readonly FaultName[] =>
  withShop
    ? FAULT_NAMES.filter((name) => name !== 'tills-replaced')
    : (['answers', 'moments', 'payers', 'people'] as const).flatMap((kind) => ofKind(kind))

/** The table that `--list` prints. */
export function faultTable(): string {
  const rowsOf = (kind: FaultGroup) =>
    ofKind(kind).map((name) => {
      const { does, chance } = FAULTS[name]
      const isShare = kind === 'answers' || kind === 'people'
      const often = isShare ? `${Number((chance * 100).toFixed(1))} %` : chance
      return `| \`${name}\` | ${kind} | ${does} | ${often} |`
    })
  return ['| Fault | Kind | What it does | Chance |', '|---|---|---|---|', ...KINDS.flatMap(rowsOf)].join(
    '\n',
  )
}
