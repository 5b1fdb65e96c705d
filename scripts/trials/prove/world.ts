/**
 * One sale, its terminal and the service as a value, and every move that is possible from there: steps of the terminal
 * with each fate of their requests, actions of a cashier, payments, refunds by somebody else, power cuts, and clocks
 * that jump.
 */

import { isDeepStrictEqual } from 'node:util'
import { CommandRefused, failure } from '../../../shared/failure.ts'
import { CASH_ROUNDINGS, type CashRounding, handedIn } from '../../../shared/money/cash-rounding.ts'
import { type Money, money, tugriks } from '../../../shared/money/money.ts'
import { ONE, type Quantity } from '../../../shared/money/quantity.ts'
import { keptTenders } from '../../../shared/sale/money-of-sale.ts'
import { receiverChange } from '../../../shared/sale/receiver-change.ts'
import { openReturn, type Return, type ReturnStepAction } from '../../../shared/sale/return.ts'
import type { WantedBack } from '../../../shared/sale/return-plan.ts'
import type { PaymentType, Sale, SaleEvent, Tender } from '../../../shared/sale/sale.ts'
import { carriedBy, currentPaper, paperIsReady, statusOf } from '../../../shared/sale/status.ts'
import { isOurs, ownEvents, type Step } from '../../../shared/sale/steps.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { type Functions, POLICY } from './functions.ts'
import { deliver, type Reply, repliesTo } from './replies.ts'
import { create, giveBack, pay, type Truth } from './truth.ts'

/** How many more moves of each kind are allowed; this keeps the world small. */
export type Budget = {
  /** Lost answers, refused requests, reads that lag, power cuts. */
  readonly faults: number
  readonly payments: number
  readonly elsewhere: number
  /** Actions of people. */
  readonly actions: number
}

type Flight = { readonly step: Step; readonly reply: Reply }

export type World = {
  readonly sale: Sale
  readonly truth: Truth
  readonly flight: Flight | null
  /** Ids of the e-receipts that were printed. */
  readonly printed: readonly string[]
  readonly budget: Budget
  /** The current rounding of cash. */
  readonly rounding: CashRounding
  /** The last exchange: the amount that the return paid back, and the tender of the other sale. */
  readonly exchanged: { readonly gave: Money; readonly tender: Tender } | null
}

/** The limits of a world, with a name. */
export type Scope = {
  readonly name: string
  readonly start: (functions: Functions) => World
  readonly payBy: readonly PaymentType[]
  /** Amounts that a payer may pay besides the whole amount. */
  readonly parts: readonly Money[]
  readonly actions: ReadonlySet<Action>
}
export type Action =
  | 'charge'
  | 'cancel'
  | 'cash'
  | 'part in cash'
  | 'cash back'
  | 'change goods'
  | 'give up'
  | 'hold'
  | 'decide'
  | 'retry receipt'
  | 'return'
  | 'correct'
  | 'print'
  | 'round'
  | 'exchange'

export type Move = { readonly name: string; readonly to: World }

/** A clock that jumps forward and back: the results must not depend on it. */
const TIMES = [50, 4_000_000_000_000, 7] as const

export function apply(functions: Functions, sale: Sale, events: readonly SaleEvent[]): Sale {
  if (events.length === 0) return sale
  return functions.foldAll(sale, sale.id, TIMES[sale.version % 3] ?? 0, events)
}

/** The world after a move that uses up a part of its budget. */
const after = (world: World, kind: keyof Budget, change: Partial<World>, costs = 1): World => ({
  ...world,
  ...change,
  budget: { ...world.budget, [kind]: world.budget[kind] - costs },
})

export function movesOf(functions: Functions, scope: Scope, world: World): readonly Move[] {
  return [
    ...terminalMoves(functions, world),
    ...restMoves(functions, world),
    ...personMoves(functions, scope, world),
    ...roundingMoves(scope, world),
    ...exchangeMoves(functions, scope, world),
    ...payerMoves(scope, world),
    ...elsewhereMoves(world),
    ...lateMoves(world),
  ]
}

// ── The terminal ────────────────────────────────────────────────────────────────────────────────────────────────────

function terminalMoves(functions: Functions, world: World): readonly Move[] {
  const { sale, flight } = world
  const steps = functions.stepsOf(sale)
  const own = steps.filter(isOurs).map((step) => ownMove(functions, world, step))
  if (flight !== null) return [...own, delivered(functions, world, flight), ...pulled(functions, world)]
  return [...own, ...steps.filter((step) => !isOurs(step)).flatMap((step) => sent(functions, world, step))]
}

function ownMove(functions: Functions, world: World, step: Step): Move {
  const jobId = `job${world.sale.papers.length + 1}`
  return { name: step.do, to: { ...world, sale: apply(functions, world.sale, ownEvents(step, jobId)) } }
}

/** Records the intent and sends the request, with each fate of that request. */
function sent(functions: Functions, world: World, step: Step): readonly Move[] {
  const sale = apply(functions, world.sale, functions.intentOf(world.sale, step))
  if (step.do === 'withdraw charge') return [{ name: step.do, to: { ...world, sale } }]
  return repliesTo({ ...world, sale }, step)
    .filter(({ costs }) => costs <= world.budget.faults)
    .map(({ fate, costs, reply, truth }) => ({
      name: `${step.do}: ${fate}`,
      to: after(world, 'faults', { sale, truth, flight: { step, reply } }, costs),
    }))
}

const delivered = (functions: Functions, world: World, { step, reply }: Flight): Move => ({
  name: `answer to "${step.do}"`,
  to: {
    ...world,
    flight: null,
    sale: apply(functions, world.sale, deliver(functions, world.sale, step, reply)),
  },
})

/** The till restarts, and the answer is lost. */
function pulled(functions: Functions, world: World): readonly Move[] {
  const { budget, sale } = world
  if (budget.faults < 1) return []
  const events = functions.answersLost(sale, failure('TERMINAL_RESTARTED'))
  const to = after(world, 'faults', { flight: null, sale: apply(functions, sale, events) })
  return [{ name: 'restart', to }]
}

/** The rest of a split cart is paid, or will not be charged now. */
const restMoves = (functions: Functions, world: World): readonly Move[] =>
  world.sale.restWaits
    ? [
        {
          name: 'the rest is over',
          to: { ...world, sale: apply(functions, world.sale, [{ kind: 'rest-over' }]) },
        },
      ]
    : []

// ── People ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type Doing = { readonly name: string; readonly action: Action; readonly events: () => readonly SaleEvent[] }

function personMoves(functions: Functions, scope: Scope, world: World): readonly Move[] {
  const { budget, sale } = world
  return doings(functions, world)
    .filter(({ action }) => scope.actions.has(action) && (action === 'print' || budget.actions > 0))
    .flatMap(({ name, action, events }) => {
      const done = unlessRefused(events)
      if (done.length === 0) return []
      const to = after(world, 'actions', { sale: apply(functions, sale, done) }, action === 'print' ? 0 : 1)
      const printed = [...world.printed, ...carriedNow(sale)]
      return [{ name, to: action === 'print' ? { ...to, printed } : to }]
    })
}

function unlessRefused(events: () => readonly SaleEvent[]): readonly SaleEvent[] {
  try {
    return events()
  } catch (error) {
    if (error instanceof CommandRefused) return []
    throw error
  }
}

function doings(functions: Functions, world: World): readonly Doing[] {
  const { sale } = world
  const { name } = statusOf(sale)
  const isOpen = name === 'open'
  const taken = (received: string) => ({ kind: 'cash', received, reference: '' }) as const
  const tender = (received: string): readonly SaleEvent[] =>
    functions.tenderEvents(sale, taken(received), settingsOf(world), POLICY)
  return [
    { name: 'charge', action: 'charge', events: () => (isOpen ? functions.chargeEvents(sale, POLICY) : []) },
    { name: 'cancel', action: 'cancel', events: () => functions.cancelEvents(sale, POLICY) },
    { name: 'cash for the rest', action: 'cash', events: () => tender('') },
    { name: '40 in cash', action: 'part in cash', events: () => (isOpen ? tender('40') : []) },
    { name: 'cash back', action: 'cash back', events: () => cashBack(sale) },
    { name: 'one piece more', action: 'change goods', events: () => changedGoods(sale) },
    ...waitingWork(functions, sale),
    { name: 'receipt again', action: 'retry receipt', events: () => retried(sale) },
    { name: 'paper comes out', action: 'print', events: () => printed(sale) },
    ...decisions(functions, sale),
    ...returns(functions, world),
    ...corrections(functions, sale),
  ]
}

const cashBack = (sale: Sale): readonly SaleEvent[] =>
  ['open', 'cancelled', 'late-payment'].includes(statusOf(sale).name)
    ? keptTenders(sale).map(({ id }) => ({ kind: 'tender-returned', tenderId: id }))
    : []

function changedGoods(sale: Sale): readonly SaleEvent[] {
  const [line] = sale.lines
  if (statusOf(sale).name !== 'open' || keptTenders(sale).length > 0 || !line || line.quantity > 1000)
    return []
  const amount = money(line.amount * 2)
  const quantity = (line.quantity * 2) as typeof line.quantity
  return [{ kind: 'line-changed', lineId: line.id, quantity, unitPrice: line.unitPrice, amount }]
}

/** The actions that the list of pending work offers. Giving up an invoice withdraws its charge. */
function waitingWork(functions: Functions, sale: Sale): readonly Doing[] {
  const given = functions
    .queuedWork(sale)
    .filter(({ work }) => work !== 'invoice' && functions.canGiveUp(sale, work))
    .map(({ work }): Doing => {
      const events = () => functions.givenUp(sale, work)
      return { name: `give up the ${work}`, action: 'give up', events }
    })
  const isListed = functions.queuedWork(sale).length > 0
  if (sale.held)
    return [...given, { name: 'release', action: 'hold', events: () => [{ kind: 'work-released' }] }]
  return isListed
    ? [...given, { name: 'hold', action: 'hold', events: () => [{ kind: 'work-held' }] }]
    : given
}

const retried = (sale: Sale): readonly SaleEvent[] =>
  sale.ereceipts.some(({ step }) => step === 'refused') && !openReturn(sale)
    ? [{ kind: 'receipt-retried' }]
    : []

function printed(sale: Sale): readonly SaleEvent[] {
  const jobId = currentPaper(sale)?.jobId
  return paperIsReady(sale) && jobId ? [{ kind: 'receipt-printed', jobId }] : []
}

function carriedNow(sale: Sale): readonly string[] {
  const paper = currentPaper(sale)
  return paper ? carriedBy(sale, paper).map(({ ereceiptId }) => ereceiptId) : []
}

/** All resolutions that the attention list offers. */
function decisions(functions: Functions, sale: Sale): readonly Doing[] {
  return functions.attentionOf(sale).flatMap(({ cause }) =>
    functions.resolutionsFor(cause, sale).map((resolution): Doing => {
      const taken = { kind: 'cash', received: '', reference: '' } as const
      return {
        name: `${cause}: ${resolution}`,
        action: 'decide',
        events: () =>
          cause === 'ereceipt-refused' && resolution === 'tried-again'
            ? retried(sale)
            : functions.resolutionEvents(sale, { cause, resolution, taken }, POLICY),
      }
    }),
  )
}

function returns(functions: Functions, { sale, truth, rounding }: World): readonly Doing[] {
  const one = openReturn(sale)
  if (one === null) {
    const plan = (wanted: WantedBack) => (): readonly SaleEvent[] => {
      const planned = functions.planReturn(sale, wanted, { way: 'cash', now: 0, cashRounding: rounding })
      const returnId = `r${sale.returns.length + 1}`
      return [{ kind: 'return-opened', returnId, reason: 'x', by: null, approvedBy: null, ...planned }]
    }
    if (sale.soldAt === null) return []
    const each = sale.lines.length > 1 ? sale.lines : []
    return [
      { name: 'all goods come back', action: 'return', events: plan(null) },
      ...each.flatMap(({ id, quantity, pack }): readonly Doing[] => {
        const some = (many: Quantity, words: string): Doing => {
          return { name: words, action: 'return', events: plan([{ lineId: id, quantity: many }]) }
        }
        const whole = some(quantity, `line ${id} comes back`)
        return pack ? [whole, some(ONE, `a piece of the pack ${id} comes back`)] : [whole]
      }),
    ]
  }
  const actions: readonly ReturnStepAction[] = [
    { do: 'cancel' },
    { do: 'try-again' },
    ...one.voids.map(({ paymentId }): ReturnStepAction => ({ do: 'without-void', paymentId })),
    ...one.parts.flatMap(({ id: partId }): ReturnStepAction[] => [
      { do: 'repaid', partId, how: 'cash', note: '' },
      { do: 'by-hand', partId, way: 'cash' },
    ]),
    ...foundOut(one, truth),
  ]
  return actions.map((action) => ({
    name: `return: ${action.do}`,
    action: 'return',
    events: () => functions.eventsOfAction(one, action),
  }))
}

const corrections = (functions: Functions, sale: Sale): readonly Doing[] =>
  RECEIVERS.filter((receiver) => !isDeepStrictEqual(receiver, sale.receiver)).map((receiver) => ({
    name: `the receiver is corrected: ${receiver.kind}`,
    action: 'correct',
    events: () =>
      receiverChange(sale) === 'correct'
        ? [{ ...functions.correction(sale, receiver, NOBODY), returnId: `r${sale.returns.length + 1}` }]
        : [],
  }))

const RECEIVERS = [{ kind: 'individual' }, { kind: 'organisation', register: '6234567' }] as const
const NOBODY = { by: null, approvedBy: null } as const

/** A person who looks into the merchant's own books sees the truth. */
const foundOut = ({ parts }: Return, { payments }: Truth): readonly ReturnStepAction[] =>
  parts.map(({ id: partId, paymentId }) => ({
    do: 'found-out',
    partId,
    refunded: payments.some(({ id, held }) => id === paymentId && held === 0),
  }))

const settingsOf = ({ rounding }: World) => ({ ...FIRST_SETTINGS, cashRounding: rounding })

/** The owner changes the rounding of cash. */
const roundingMoves = ({ actions }: Scope, world: World): readonly Move[] =>
  !actions.has('round') || world.budget.actions < 1
    ? []
    : CASH_ROUNDINGS.filter((one) => one !== world.rounding).map((rounding) => ({
        name: `cash is rounded: ${rounding}`,
        to: after(world, 'actions', { rounding }),
      }))

/** Prices of the goods taken in exchange: lower, equal after rounding, and higher. */
const OTHER_GOODS = [52, 137, 140, 613].map(tugriks)

/** Exchanges: the cash of an open return pays for other goods. */
function exchangeMoves(functions: Functions, { actions }: Scope, world: World): readonly Move[] {
  const { sale, budget } = world
  const one = openReturn(sale)
  const [line] = sale.lines
  if (!actions.has('exchange') || budget.actions < 1 || one === null || !line) return []
  return OTHER_GOODS.flatMap((price) => {
    const into: Sale = {
      ...functions.foldAll(null, 'other', 0, [
        {
          kind: 'opened',
          terminal: 'K01',
          day: '2026-11-21',
          sequence: 2,
          senderInvoiceNo: 'K01-261121-0002-ABCD',
          cashier: null,
        },
        { kind: 'line-added', line: { ...line, id: 'new', unitPrice: price, amount: price, quantity: ONE } },
      ]),
    }
    let taken: readonly SaleEvent[] = []
    const repaid = unlessRefused(() => {
      const events = functions.exchangeEvents(
        { from: sale, returnId: one.id, into },
        settingsOf(world),
        POLICY,
      )
      taken = events.taken
      return events.repaid
    })
    const tender = taken.find((event) => event.kind === 'tender-taken')?.tender
    if (tender === undefined) return []
    const parts = one.parts.filter(({ id }) =>
      repaid.some((event) => 'partId' in event && event.partId === id),
    )
    return [
      {
        name: `what comes back pays for goods for ${price / 100}`,
        to: after(world, 'actions', {
          sale: apply(functions, sale, repaid),
          exchanged: { gave: handedIn(parts), tender },
        }),
      },
    ]
  })
}

// ── The payer, and others ───────────────────────────────────────────────────────────────────────────────────────────

/** A payer can pay a QR that was shown as long as the service accepts it. */
function payerMoves(scope: Scope, world: World): readonly Move[] {
  const { budget, sale, truth } = world
  if (budget.payments < 1) return []
  const shown = new Set(
    sale.invoices.flatMap(({ invoice }) => (invoice && invoice.qrText !== '' ? [invoice.invoiceId] : [])),
  )
  return truth.invoices
    .filter((invoice) => !invoice.cancelled && shown.has(invoice.id))
    .flatMap(({ id, amount }) =>
      [amount, ...scope.parts.filter((part) => part < amount)].flatMap((paid) =>
        scope.payBy.map((type) => ({
          name: `the payer pays ${paid / 100} by ${type}`,
          to: after(world, 'payments', { truth: pay(truth, id, paid, type) }),
        })),
      ),
    )
}

function elsewhereMoves(world: World): readonly Move[] {
  const { budget, truth } = world
  if (budget.elsewhere < 1) return []
  return truth.payments
    .filter(({ held }) => held > 0)
    .flatMap(({ id, held }) =>
      [held, money(Math.floor(held / 2))].map((amount) => ({
        name: `${amount / 100} of ${id} goes back elsewhere`,
        to: after(world, 'elsewhere', { truth: giveBack(truth, id, { amount, byUs: false }) }),
      })),
    )
}

/** A create request arrives long after its answer was given up. */
const lateMoves = (world: World): readonly Move[] =>
  world.truth.late.map(({ number, amount }, index) => ({
    name: 'a late create lands',
    to: {
      ...world,
      truth: {
        ...create(world.truth, number, amount),
        late: world.truth.late.filter((_one, at) => at !== index),
      },
    },
  }))
