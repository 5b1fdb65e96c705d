/**
 * What must hold in every state of the world, and what must also hold when it is idle: no request is out or on its way,
 * and a true look at everything finds nothing new. Each function returns what is wrong, or null.
 */

import { balancesOf } from '../../../shared/ledger/accounts.ts'
import { sumOf } from '../../../shared/money/money.ts'
import type { AttentionCause, Resolution } from '../../../shared/sale/attention.ts'
import {
  atService,
  balanceOf,
  keptTenders,
  maybeOurs,
  notRefunded,
  owedToPayers,
  shortOf,
  tenderSum,
  wentElsewhere,
} from '../../../shared/sale/money-of-sale.ts'
import { leftOf, openReturn } from '../../../shared/sale/return.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import {
  chargeOf,
  isAwaited,
  paperIsReady,
  sealedPayments,
  statusOf,
  totalOf,
} from '../../../shared/sale/status.ts'
import { isOurs } from '../../../shared/sale/steps.ts'
import type { Functions } from './functions.ts'
import { deliver, repliesTo } from './replies.ts'
import { activeReceipt, isPaid, type Truth } from './truth.ts'
import type { World } from './world.ts'

type Law = (world: World) => string | null

/** Returns the first law that does not hold. */
export function brokenLaw(functions: Functions, world: World): string | null {
  for (const law of ALWAYS) {
    const broken = law(world)
    if (broken !== null) return broken
  }
  return isIdle(functions, world) ? brokenWhenIdle(functions, world) : null
}

/** A move adds facts and takes none away. */
export function lostFact(before: Sale, after: Sale): string | null {
  for (const had of before.payments) {
    const has = after.payments.find(({ paymentId }) => paymentId === had.paymentId)
    if (!has || has.came < had.came || has.wentBack < had.wentBack)
      return `a fact of ${had.paymentId} is gone`
  }
  const lists = ['invoices', 'tenders', 'decisions', 'returns', 'papers'] as const
  const shorter = lists.find((list) => after[list].length < before[list].length)
  return shorter ? `${shorter} are fewer than before` : null
}

const ALWAYS: readonly Law[] = [
  oneInvoiceWanted,
  shownIsDue,
  invoicesAreFound,
  cancelledIsCancelled,
  moneyCame,
  soldIsCovered,
  nothingIsPaidOutTwice,
  receiptsAreForTheSale,
  newReceiversWait,
  receiptsWaitForTheRest,
  voidsComeFirst,
  cashIsWhole,
  exchangeIsEven,
  printedOnce,
  booksBalance,
]

/** Law 2: a sale wants at most one invoice. */
function oneInvoiceWanted({ sale }: World): string | null {
  const wanted = sale.invoices.filter(({ wanted, step }) => wanted && step.name !== 'refused')
  const alive = wanted.filter(({ step }) => step.name !== 'cancelled' && step.name !== 'absent')
  return alive.length > 1 ? 'two invoices are wanted' : null
}

/** The screen shows a QR only for the amount that is due. */
function shownIsDue({ sale, truth }: World): string | null {
  const status = statusOf(sale)
  if (status.name !== 'awaiting-payment' && status.name !== 'partly-paid') return null
  const due = totalOf(sale.lines) - tenderSum(sale)
  const shown = truth.invoices.find(({ id }) => id === status.invoice.invoiceId)
  return shown && shown.amount !== due ? `a QR for ${shown.amount} is shown, ${due} is due` : null
}

/** The sale knows each of its invoices at the service, or still looks for it. */
function invoicesAreFound({ sale, truth, flight }: World): string | null {
  const known = new Set(sale.invoices.flatMap(({ invoice }) => invoice?.invoiceId ?? []))
  const lost = truth.invoices.filter(({ id, cancelled }) => !cancelled && !known.has(id))
  const isSought = (number: string): boolean =>
    sale.invoices.some(
      (one) =>
        one.number === number &&
        (one.mayAppear || one.step.name === 'unknown' || one.step.name === 'requested'),
    )
  const missed = lost.find(({ number }) => !isSought(number))
  return missed && flight === null ? `nobody looks for invoice ${missed.id}` : null
}

/** An invoice that the sale takes as cancelled is cancelled. */
function cancelledIsCancelled({ sale, truth }: World): string | null {
  const wrong = sale.invoices.find(
    ({ step, invoice }) =>
      step.name === 'cancelled' &&
      truth.invoices.some(({ id, cancelled }) => id === invoice?.invoiceId && !cancelled),
  )
  return wrong ? `invoice ${wrong.invoice?.invoiceId} is taken as cancelled, and can be paid` : null
}

/** Law 3: an account holds the money that the service had, and no more went back from it than the service gave back. */
function moneyCame({ sale, truth }: World): string | null {
  for (const { paymentId, came, wentBack } of sale.payments) {
    const payment = truth.payments.find(({ id }) => id === paymentId)
    if (!payment) return `payment ${paymentId} was never made`
    if (came > payment.paid) return `${came} came of ${paymentId}, ${payment.paid} was paid`
    if (wentBack > payment.paid - payment.held) return `${wentBack} went back of ${paymentId} that did not`
  }
  return null
}

function soldIsCovered({ sale }: World): string | null {
  if (sale.soldAt === null) return null
  const covered = tenderSum(sale) + sale.payments.reduce((sum, { counted }) => sum + counted, 0)
  return covered < totalOf(sale.lines) ? `sold for ${covered} of ${totalOf(sale.lines)}` : null
}

/** Of each payment the shop gives back at most what came, at the service and by hand together. */
function nothingIsPaidOutTwice({ sale, truth }: World): string | null {
  for (const { id, paid, refundedByUs } of truth.payments) {
    const decided = sale.decisions
      .filter(({ resolution }) => resolution === 'repaid-cash' || resolution === 'repaid-transfer')
      .flatMap(({ shares }) => shares)
      .filter(({ paymentId }) => paymentId === id)
    const byHand = sale.returns
      .flatMap(({ parts }) => parts)
      .filter(({ paymentId, by, step }) => paymentId === id && by === 'hand' && step.name === 'repaid')
    const out = refundedByUs + sumOf(decided) + sumOf(byHand)
    if (out > paid) return `${out} of ${id} was given back, but only ${paid} came`
  }
  return null
}

/**
 * Law 5: each payment has at most one active e-receipt, and none is requested for money that does not settle the sale.
 */
function receiptsAreForTheSale({ sale, truth }: World): string | null {
  for (const { paymentId } of truth.receipts.filter(({ active }) => active)) {
    const payment = sale.payments.find((one) => one.paymentId === paymentId)
    if (!payment || payment.counted === 0) return `an e-receipt for ${paymentId}, which settles nothing`
    if (truth.receipts.filter((one) => one.paymentId === paymentId && one.active).length > 1)
      return `two e-receipts for ${paymentId}`
  }
  return null
}

/** Law 5: an e-receipt for another receiver is requested only once the one that went out is void. */
function newReceiversWait({ sale, truth }: World): string | null {
  const early = sale.ereceipts.find(({ step, paymentId }) => {
    const stands = activeReceipt(truth, paymentId)
    return step === 'requested' && stands && stands.receiver !== sale.receiver.kind
  })
  return early ? `a new e-receipt for ${early.paymentId} is requested while the old one stands` : null
}

/** Law 6: no money of a return goes back before its e-receipts are void or a person decided to leave them valid. */
function voidsComeFirst({ sale }: World): string | null {
  const early = sale.returns.find(
    ({ voids, parts }) =>
      voids.some(({ step }) => step.name !== 'voided' && step.name !== 'skipped') &&
      parts.some(
        ({ step }) => step.name === 'refunded' || step.name === 'repaid' || step.name === 'requested',
      ),
  )
  return early ? 'money went back before its e-receipt was void' : null
}

/** Half of the largest rounding step of 50 ₮, in hundredths. */
const MOST_ROUNDED = 2500

/**
 * Returns never pay back more cash than was paid, and at most half a rounding step more than the price of the returned
 * goods. Once all goods are returned, all of the cash is paid back. The rounding may be changed in between.
 */
function cashIsWhole({ sale }: World): string | null {
  const cash = keptTenders(sale).filter(({ kind }) => kind === 'cash')
  const lost = cash.find((one) => one.received !== one.amount + (one.rounding ?? 0) + one.change)
  if (lost) return `${lost.received} of cash is not ${lost.amount}, its rounding and ${lost.change}`
  const back = sale.returns
    .filter(({ state }) => state !== 'cancelled')
    .flatMap(({ parts }) => parts)
    .filter(({ paymentId, tender = 'cash' }) => paymentId === null && tender === 'cash')
  const handedOf = (rows: readonly { readonly amount: number; readonly rounding?: number }[]): number =>
    rows.reduce((sum, { amount, rounding = 0 }) => sum + amount + rounding, 0)
  const [paid, given, goods] = [handedOf(cash), handedOf(back), sumOf(back)]
  if (given > paid) return `${given} of cash goes back, ${paid} was paid`
  if (given > goods + MOST_ROUNDED) return `${given} of cash goes back for goods for ${goods}`
  return goods === sumOf(cash) && given !== paid
    ? `${given} of ${paid} in cash goes back for all goods`
    : null
}

/** In an exchange the other sale receives exactly what the return pays back, and keeps at most its price. */
function exchangeIsEven({ exchanged }: World): string | null {
  if (exchanged === null) return null
  const { gave, tender } = exchanged
  const { received, amount, rounding = 0, change } = tender
  if (received !== gave) return `an exchange gave ${gave}, and the other sale received ${received}`
  return received === amount + rounding + change
    ? null
    : `${received} paid ${amount}, and ${change} is change`
}

/** Debits equal credits, and no amount is unexplained. */
function booksBalance({ sale }: World): string | null {
  const left = balancesOf(sale).find(({ account }) => account === 'unexplained')
  return left ? `${left.amount} of the books is unexplained` : null
}

/** A part of a cart has no e-receipt to void while the rest of it is charged. */
function receiptsWaitForTheRest({ sale, truth }: World): string | null {
  return sale.restWaits && truth.receipts.length > 0 ? 'an e-receipt came before the rest was over' : null
}

/** A lottery number is printed on one paper only. */
function printedOnce({ printed }: World): string | null {
  return new Set(printed).size < printed.length ? 'an e-receipt came out on two papers' : null
}

/** No request is out or on its way, and a look at everything finds nothing new. */
export function isIdle(functions: Functions, world: World): boolean {
  const { sale, truth, flight } = world
  if (flight !== null || truth.late.length > 0) return false
  return functions.stepsOf(sale).every((step) => {
    if (isOurs(step)) return false
    if (!CHECKS.includes(step.do)) return false
    const [exact] = repliesTo(world, step)
    return exact !== undefined && deliver(functions, sale, step, exact.reply).length === 0
  })
}

const CHECKS: readonly string[] = [
  'check payments',
  'monitor',
  'list number again',
  'find out about cancellation',
]

function brokenWhenIdle(functions: Functions, { sale, truth }: World): string | null {
  return (
    booksDisagree(functions, sale, truth) ??
    invoiceIsLost(functions, sale, truth) ??
    receiptsDisagree(sale, truth) ??
    receiptStandsUnreported(functions, sale, truth) ??
    sealsAreLeft(sale) ??
    moneyIsHidden(functions, sale) ??
    goodsDisagree(functions, sale, truth) ??
    personIsBlocked(functions, sale)
  )
}

/** All money has an account, and all accounts agree with the service's books. */
function booksDisagree(functions: Functions, sale: Sale, truth: Truth): string | null {
  const isTold = functions.attentionOf(sale).some(({ cause }) => cause === 'refund-not-done')
  const told = new Set(isTold ? notRefunded(sale).map(({ paymentId }) => paymentId) : [])
  for (const { id, paid, held } of truth.payments) {
    const account = sale.payments.find(({ paymentId }) => paymentId === id)
    if (!account) return `${paid} of ${id} has no account`
    if (atService(sale, account) !== held && !told.has(id) && !isSaidToBeThere(sale, id))
      return `the service holds ${held} of ${id}, its account says ${atService(sale, account)}`
  }
  return null
}

/** A person found out that the payer has the money of a refund that the service lists as paid. */
const isSaidToBeThere = ({ decisions }: Sale, id: string): boolean =>
  decisions.some(
    ({ cause, resolution, shares }) =>
      cause === 'refund-not-done' &&
      resolution === 'seen' &&
      shares.some(({ paymentId }) => paymentId === id),
  )

/** For an invoice that is open at the service: the sale waits for it, monitors it, or a person was told. */
function invoiceIsLost(functions: Functions, sale: Sale, truth: Truth): string | null {
  const isOver = sale.soldAt !== null || sale.endedAt !== null
  const isMonitoring = functions.stepsOf(sale).some((step) => step.do === 'monitor')
  for (const { id, cancelled } of truth.invoices) {
    if (cancelled) continue
    const known = sale.invoices.find(({ invoice }) => invoice?.invoiceId === id)
    if (!known) return `invoice ${id} is not known`
    const isAwaited = !isOver && chargeOf(sale)?.no === known.no
    if (isOver && known.step.name === 'open' && !isPaid(truth, id) && !hasPaid(sale, known.no))
      return `invoice ${id} can be paid, and nobody cancels it`
    const isMonitored = isMonitoring && (isOver || known.step.name === 'left-open')
    if (!isAwaited && !isMonitored) return `nobody monitors invoice ${id}`
  }
  return null
}

const hasPaid = (sale: Sale, no: number): boolean =>
  sale.payments.some(({ invoiceNo, counted }) => invoiceNo === no && counted > 0)

/** A difference is allowed when a manager left the e-receipt valid, or will look at one that was refused. */
function receiptsDisagree(sale: Sale, truth: Truth): string | null {
  const isLeft = (paymentId: string): boolean =>
    sale.returns.some(({ voids }) =>
      voids.some((one) => one.paymentId === paymentId && one.step.name !== 'voided'),
    )
  for (const one of sale.ereceipts) {
    const active = activeReceipt(truth, one.paymentId)
    const stands = active !== undefined
    if (one.step === 'issued' && stands && active.receiver !== sale.receiver.kind)
      return `the e-receipt of ${one.paymentId} is for another receiver`
    if (one.step === 'issued' && !stands && !isLeft(one.paymentId))
      return `the e-receipt of ${one.paymentId} is void at the service`
    if (one.step === 'voided' && stands) return `the e-receipt of ${one.paymentId} stands at the service`
  }
  return null
}

/** An e-receipt whose money was all refunded elsewhere can be voided, unless a person decided to leave it valid. */
function receiptStandsUnreported(functions: Functions, sale: Sale, truth: Truth): string | null {
  if (sale.soldAt === null || openReturn(sale)) return null
  const canBeVoided = functions
    .attentionOf(sale)
    .some(({ cause }) => functions.resolutionsFor(cause, sale).includes('void-ereceipt'))
  const isDecided = (paymentId: string): boolean =>
    sale.returns.some(({ voids }) =>
      voids.some((one) => one.paymentId === paymentId && one.step.name === 'skipped'),
    ) ||
    sale.decisions.some(
      ({ cause, resolution, shares }) =>
        (cause === 'ereceipt-stands' || resolution === 'collected-again' || resolution === 'own-transfer') &&
        shares.some((share) => share.paymentId === paymentId),
    )
  const unvoided = sale.payments.find(
    (payment) =>
      wentElsewhere(sale, payment) >= payment.came &&
      activeReceipt(truth, payment.paymentId) !== undefined &&
      !isDecided(payment.paymentId),
  )
  return unvoided && !canBeVoided
    ? `the e-receipt of ${unvoided.paymentId} stands, and nobody can void it`
    : null
}

/** Lottery numbers are stored only for a paper that is still to be printed. */
function sealsAreLeft(sale: Sale): string | null {
  const status = statusOf(sale)
  const isDone = status.name === 'completed' || status.name === 'receipt-owed'
  return isDone && sealedPayments(sale).length > 0 && !openReturn(sale)
    ? 'a lottery number is kept for no paper'
    : null
}

/** All money that is not part of a sale is in the attention list, with exactly that amount. */
function moneyIsHidden(functions: Functions, sale: Sale): string | null {
  const shown = (causes: readonly string[]): number =>
    functions
      .attentionOf(sale)
      .filter(({ cause }) => causes.includes(cause))
      .reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const isOver = sale.soldAt !== null || sale.endedAt !== null
  if (!isOver) return null
  const owed = sumOf(owedToPayers(sale))
  const told = shown(['late-money', 'surplus', 'paid-twice'])
  if (owed !== told) return `${owed} is the payer's, a person is told of ${told}`
  const short = sumOf(shortOf(sale))
  const gone = shown(['refunded-elsewhere'])
  // An open return already settles what it is about to give back.
  const inReturn = sumOf(openReturn(sale)?.parts.filter(({ step }) => step.name !== 'refunded') ?? [])
  if (gone > short || gone + inReturn < short) return `${short} was refunded elsewhere, but nobody is told`
  if (sale.endedAt !== null && tenderSum(sale) !== shown(['cash-held']))
    return 'tenders are held, but nobody is told'
  const left = sale.payments.reduce((sum, payment) => sum + balanceOf(sale, payment), 0)
  return left === owed - short ? null : 'the balances do not add up'
}

/**
 * A customer who has goods for more than the shop has money for is asked for exactly the difference, whoever took the
 * money. All goods can come back, for no more than the shop has of their money. Computed from the service's books and
 * from what people handed over.
 */
function goodsDisagree(functions: Functions, sale: Sale, truth: Truth): string | null {
  if (sale.soldAt === null || openReturn(sale)) return null
  const by = (resolutions: readonly Resolution[]): number =>
    sumOf(
      sale.decisions
        .filter(({ resolution }) => resolutions.includes(resolution))
        .flatMap(({ shares }) => shares),
    )
  const handed = sumOf(
    sale.returns
      .filter(({ state }) => state === 'completed')
      .flatMap(({ parts }) => parts)
      .filter(({ step }) => step.name === 'repaid'),
  )
  const ours = truth.payments.filter(({ id }) => !isSaidToBeThere(sale, id))
  const kept = tenderSum(sale) + ours.reduce((sum, { held }) => sum + held, 0)
  const has = kept - handed - by(['repaid-cash', 'repaid-transfer', 'kept']) + by(['own-transfer'])
  const owed = sumOf([...owedToPayers(sale), ...notRefunded(sale)])
  const goods = leftOf(sale).reduce((sum, { amount }) => sum + amount, 0)
  // Money refunded elsewhere above the price of all goods, although a person said that the goods came back.
  const borne = sale.returns
    .filter(({ id }) => id.startsWith('decision-'))
    .reduce((sum, { goodsForLost = [], lines }) => sum + sumOf(goodsForLost) - sumOf(lines), 0)
  const settled = by(['written-off']) + borne
  const short = goods - (has - owed)
  const asked = sumOf(shortOf(sale))
  if (settled === 0 ? asked !== short : asked < short - settled || asked > Math.max(0, short))
    return `goods for ${goods} are with the customer, the shop has ${has - owed}, and asks for ${asked}`
  if (goods === 0 || sale.ereceipts.some(isAwaited)) return null
  const { amount } = functions.planReturn(sale, null, { way: 'cash', now: 0 })
  // Money that may be the shop's own transfer counts as given back once, until a person says otherwise.
  const perhaps = sale.payments.reduce((sum, payment) => sum + maybeOurs(sale, payment), 0)
  const most = Math.max(0, has - owed + perhaps)
  return amount > most ? `${amount} would go back, the shop has ${most}` : null
}

/** The paper waits for the printer and is in the list of pending work. */
const waitsForPaper = (sale: Sale): boolean => paperIsReady(sale) || openReturn(sale) !== null

/** They are resolved at the sale. */
const WAITS: readonly AttentionCause[] = ['return-waits', 'correction-waits']

/** Everything that waits for a person has a way out, and an unsold sale can be continued. */
function personIsBlocked(functions: Functions, sale: Sale): string | null {
  const dead = functions
    .attentionOf(sale)
    .find(({ cause }) => !WAITS.includes(cause) && functions.resolutionsFor(cause, sale).length === 0)
  if (dead) return `nothing can be done about ${dead.cause}`
  const { name } = statusOf(sale)
  // Held work continues when a person releases it, so it must be in the list.
  const isListed = sale.held && functions.queuedWork(sale).length > 0
  const goesOn = isListed || sale.restWaits || waitsForPaper(sale)
  if (['invoicing', 'cancelling', 'fulfilling'].includes(name) && !goesOn) return `it stays ${name}`
  return keptTenders(sale).length > 0 && name === 'parked' ? 'tenders of a parked sale' : null
}
