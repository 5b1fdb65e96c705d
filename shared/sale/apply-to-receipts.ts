/** Applies events to the e-receipts, one for each payment, and to the papers that carry them. */
import { type Failure, type FailureName, failure, NOTHING_SENT } from '../failure.ts'
import { NO_MONEY } from '../money/money.ts'
import { paymentOf } from './money-of-sale.ts'
import { unfit } from './refuse.ts'
import { mayBeDone, type ReturnVoid } from './return.ts'
import { leftToReturn } from './return-plan.ts'
import type { EReceipt, IssuedEReceipt, Paper, Sale, SaleEvent } from './sale.ts'
import { idsOf, isSame, withKnown } from './same-ereceipt.ts'
import { currentPaper, isAwaited, isVoidOf, nameOf, nothingLeft, toBePrinted } from './status.ts'

/** Null where the event is about neither. An e-receipt that was given up stays so, unless it is issued after all. */
export function applyToReceipts(sale: Sale, at: number, event: SaleEvent): Sale | null {
  const papers = applyToPapers(sale, at, event)
  if (papers !== null) return { ...sale, papers }
  const ereceipts = applyToEReceipts(sale, at, event)
  if (ereceipts === null) return null
  if (sale.soldAt === null) return unfit(event.kind, 'unsold')
  const returns = event.kind === 'ereceipt-issued' ? applyToReturnPapers(sale, event.ereceipt) : sale.returns
  return { ...sale, ereceipts, returns }
}

function applyToEReceipts(sale: Sale, at: number, event: SaleEvent): readonly EReceipt[] | null {
  switch (event.kind) {
    case 'ereceipt-requested':
      return withReceipt(sale, event, (had) =>
        isAwaited(had) ? { ...known(had), step: 'requested', failure: failureOf(had) } : had,
      )
    case 'ereceipt-issued':
      return withReceipt(sale, event.ereceipt, (had) => issued(had, event.ereceipt))
    case 'ereceipt-delayed':
      return withReceipt(sale, event, (had) =>
        isAwaited(had) || isLost(had, event) ? due(afterAnswer(had, event.failure), event.failure) : had,
      )
    case 'ereceipt-refused':
      return withReceipt(sale, event, (had) =>
        isAwaited(had) ? refused(sale, told(sale, had, event.failure), { at, why: event.failure }) : had,
      )
    case 'receipt-retried':
      return sale.ereceipts.map((had) => (had.step === 'refused' ? retried(sale, had) : had))
    case 'work-given-up':
      return event.work === 'e-receipt'
        ? sale.ereceipts.map((had) =>
            isAwaited(had) ? refused(sale, unanswered(had), { at, why: failure('GIVEN_UP') }) : had,
          )
        : null
    default:
      return null
  }
}

/** Whether the event says that lottery number and QR data were lost before printing: then they are requested again. */
const isLost = (had: EReceipt, { failure: why }: { readonly failure: Failure }): boolean =>
  had.step === 'issued' && why.name === 'SEAL_LOST'

const failureOf = (had: EReceipt) => ('failure' in had ? had.failure : null)

/** What every step keeps: the last e-receipt, and whether a lost request may have issued one. */
const known = ({ paymentId, last, mayBeIssued }: EReceipt) => ({
  paymentId,
  ...(last ? { last } : {}),
  ...(mayBeIssued ? { mayBeIssued } : {}),
})

/** Failures that prove that the request issued no e-receipt. */
const ISSUED_NONE: readonly FailureName[] = [
  ...NOTHING_SENT,
  'RATE_LIMITED',
  'AUTHENTICATION_FAILED',
  'NO_CREDENDIALS',
  'PAYMENT_NOT_PAID',
  'EBARIMT_NOT_REGISTERED',
]

/** Notes that a request without an answer may have issued the e-receipt. */
const unanswered = (had: EReceipt): EReceipt =>
  had.step === 'requested' ? { ...had, mayBeIssued: true } : had

/** An e-receipt that is not needed may be dropped during its request: then the failure is no answer to the request. */
const told = (sale: Sale, had: EReceipt, why: Failure): EReceipt =>
  isNeeded(sale, had) ? afterAnswer(had, why) : unanswered(had)

const afterAnswer = (had: EReceipt, why: Failure): EReceipt =>
  ISSUED_NONE.includes(why.name) ? had : unanswered(had)

/** Whether some of the payment still counts for the sale: money that went back needs no e-receipt. */
export function isNeeded(sale: Sale, { paymentId }: EReceipt): boolean {
  const payment = paymentOf(sale, paymentId)
  return payment !== undefined && leftToReturn(sale, payment) > NO_MONEY
}

const retried = (sale: Sale, had: Extract<EReceipt, { step: 'refused' }>): EReceipt =>
  isNeeded(sale, had) && !nothingLeft(sale) ? due(had, null) : { ...had, seen: true }

const due = (had: EReceipt, why: Failure | null): EReceipt => ({ ...known(had), step: 'due', failure: why })

/** One that a manager gave up needs no attention, nor one that was never requested and whose goods all came back. */
const refused = (sale: Sale, had: EReceipt, { at, why }: { at: number; why: Failure }): EReceipt => ({
  ...known(had),
  step: 'refused',
  failure: why,
  seen: why.name === 'GIVEN_UP' || (nothingLeft(sale) && !had.mayBeIssued),
  at,
})

/** The e-receipt keeps its number where the service returns the previous one and that one is not known to be void. */
function issued({ last }: EReceipt, told: IssuedEReceipt): EReceipt {
  const isAgain = last !== undefined && isSame(last, told)
  const ereceipt = isAgain ? withKnown(last, told) : told
  const { printedId, issuedAt, amount, vat, cityTax } = ereceipt
  const no = isAgain ? last.no : (last?.no ?? 0) + 1
  return { ...ereceipt, last: { no, ids: idsOf(ereceipt), printedId, issuedAt, amount, vat, cityTax } }
}

/**
 * Where another e-receipt is active now, the void of the previous one, whose answer was lost, took effect.
 */
function applyToReturnPapers({ ereceipts, returns }: Sale, ereceipt: IssuedEReceipt): Sale['returns'] {
  const had = ereceipts.find(({ paymentId }) => paymentId === ereceipt.paymentId)
  const last = had?.last
  if (!had || !last?.ids || isSame(last, ereceipt)) return returns
  const found = (one: ReturnVoid): ReturnVoid =>
    isVoidOf(one, had) && mayBeDone(one) ? { ...one, step: { name: 'voided', maybeDone: true } } : one
  return returns.map((one) => ({ ...one, voids: one.voids.map(found) }))
}

/** Changes the e-receipt of one payment. */
export const withReceipt = (
  sale: Pick<Sale, 'ereceipts'>,
  { paymentId }: { readonly paymentId: string },
  change: (had: EReceipt) => EReceipt,
): readonly EReceipt[] => sale.ereceipts.map((had) => (had.paymentId === paymentId ? change(had) : had))

function applyToPapers(sale: Sale, at: number, event: SaleEvent): readonly Paper[] | null {
  switch (event.kind) {
    case 'receipt-queued':
      return [
        ...sale.papers.map(superseded),
        {
          jobId: event.jobId,
          carries: toBePrinted(sale).map(nameOf),
          step: { name: 'queued', failure: null },
        },
      ]
    case 'receipt-dropped':
      return sale.papers.map((paper) => (paper.jobId === event.jobId ? superseded(paper) : paper))
    case 'receipt-delayed':
      return withPaper(sale, event.jobId, ['queued'], { name: 'queued', failure: event.failure })
    case 'receipt-printed':
      return withPaper(sale, event.jobId, ['queued', 'given-up', 'superseded'], { name: 'printed', at })
    case 'work-given-up':
      return event.work === 'print' ? givenUp(sale) : null
    case 'copy-queued':
      return sale.papers
    default:
      return null
  }
}

const superseded = (paper: Paper): Paper =>
  paper.step.name === 'queued' ? { ...paper, step: { name: 'superseded' } } : paper

/** Changes the paper of that job. A paper that was given up or superseded while it printed becomes `printed` too. */
const withPaper = (
  { papers }: Sale,
  jobId: string,
  from: readonly Paper['step']['name'][],
  step: Paper['step'],
): readonly Paper[] =>
  papers.map((paper) =>
    paper.jobId === jobId && from.includes(paper.step.name) ? { ...paper, step } : paper,
  )

/** Without a queued paper it records one that has no job, because the e-receipt for it may never come. */
function givenUp(sale: Sale): readonly Paper[] {
  const step = { name: 'given-up' } as const
  const waits = currentPaper(sale)?.step.name === 'queued'
  return waits
    ? sale.papers.map((paper) => (paper.step.name === 'queued' ? { ...paper, step } : paper))
    : [...sale.papers, { jobId: null, carries: toBePrinted(sale).map(nameOf), step }]
}
