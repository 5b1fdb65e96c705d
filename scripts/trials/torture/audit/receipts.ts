/**
 * Checks that each payment that settles a sale and was not given back has one active e-receipt; that a surplus and the
 * money of an unsold sale have none; and that the e-receipts of returned goods are void. Checks also that each
 * e-receipt is on one paper, and that no seal is left.
 */
import type { EReceipt, Receiver, SaleEvent } from '../../../../shared/sale/sale.ts'
import type { Account } from './accounts.ts'
import type { Books } from './books.ts'
import type { SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

export function auditReceipts(rows: SaleRows, books: Books, accounts: readonly Account[], find: Find): void {
  const active = books.receipts.filter(({ status }) => status === 'CREATED')
  const payments = new Set(active.map(({ payment_id }) => payment_id))
  if (payments.size !== active.length)
    find('doubled_receipts', `${active.length} e-receipts for ${payments.size} payments are active`)
  for (const { payment_id } of books.payments) auditReceipt(rows, payment_id, active, find)
  for (const account of accounts) auditMoneyReturned(rows, account, active, find)
  auditPapers(rows, find)
}

type Active = Books['receipts']

function auditReceipt({ sale, events }: SaleRows, paymentId: string, active: Active, find: Find): void {
  const stands = active.find(({ payment_id }) => payment_id === paymentId)
  const here = sale.ereceipts.find((one) => one.paymentId === paymentId)
  const isAsked = events.some((event) => event.kind === 'ereceipt-requested' && event.paymentId === paymentId)
  const words = `the e-receipt of ${paymentId}`
  if (stands && !isAsked) find('unexplained', `${words} was asked for by nobody`)
  if (stands && !countsFor(events, paymentId)) find('doubled_receipts', `${words} is for no goods`)
  if (here?.step === 'issued' && !stands && !mayBeVoid(events, paymentId))
    find('unexplained', `${words} is issued here, and there is none at the service`)
  if (here?.step === 'issued' && stands && stands.id !== here.ereceiptId)
    find('doubled_receipts', `${words} is ${here.ereceiptId} here, ${stands.id} at the service`)
  if (here?.step === 'issued' && stands && stands.receiver !== registerOf(sale.receiver))
    find('unexplained', `${words} is for ${stands.receiver}`)
  if (here?.step === 'voided' && stands) find('doubled_receipts', `${words} is void here, and stands there`)
  if (here === undefined && wantsReceipts(sale) && countsFor(events, paymentId))
    find('unexplained', `${words} was never due`)
  if (here !== undefined && isUnsettled(here)) find('unexplained', `${words} is ${here.step}`)
}

const registerOf = (receiver: Receiver): string => (receiver.kind === 'organisation' ? receiver.register : '')

/** Checks that the e-receipt of money that all went back is void, unless a manager went on without the void. */
function auditMoneyReturned(
  { sale }: SaleRows,
  { paymentId, counted, given }: Account,
  active: Active,
  find: Find,
): void {
  const isSkipped = sale.returns.some(({ voids }) =>
    voids.some((one) => one.paymentId === paymentId && one.step.name === 'skipped'),
  )
  if (counted > 0 && given >= counted && !isSkipped && active.some((one) => one.payment_id === paymentId))
    find('doubled_receipts', `all of ${paymentId} was given back, and its e-receipt stands`)
}

const countsFor = (events: readonly SaleEvent[], paymentId: string): boolean =>
  events.some(
    (event) =>
      event.kind === 'paid' &&
      event.counted?.some((share) => share.paymentId === paymentId && share.amount > 0),
  )

const wantsReceipts = ({ soldAt, terms }: SaleRows['sale']): boolean =>
  soldAt !== null && terms?.ereceipts === true

/** All faults are over, and it is still being asked for. */
const isUnsettled = ({ step }: EReceipt): boolean => step === 'due' || step === 'requested'

/** The void was requested, its answer was lost, and a manager went on without it. */
const mayBeVoid = (events: readonly SaleEvent[], paymentId: string): boolean =>
  events.some(
    (event) => event.kind === 'ereceipt-void-delayed' && event.lost && event.paymentId === paymentId,
  )

function auditPapers({ sale, events, prints, sealed }: SaleRows, find: Find): void {
  const confirmed = events.flatMap((event) => (event.kind === 'receipt-printed' ? [event.jobId] : []))
  if (new Set(confirmed).size !== confirmed.length) find('doubled_receipts', 'one paper was confirmed twice')
  const printed = sale.papers.filter(({ step }) => step.name === 'printed')
  const carried = printed.flatMap(({ carries }) => carries)
  if (new Set(carried).size !== carried.length)
    find('doubled_receipts', `an e-receipt is on two papers: ${carried.join(', ')}`)
  for (const { jobId, step } of sale.papers) {
    const job = prints.find(({ id }) => id === jobId)
    if (jobId !== null && !fits(step.name, job?.state))
      find('unexplained', `paper ${jobId} is ${step.name}, its job ${job?.state ?? 'is not there'}`)
  }
  for (const { id } of prints)
    if (!sale.papers.some(({ jobId }) => jobId === id)) find('unexplained', `paper ${id} is of no sale`)
  for (const paymentId of sealed) find('unexplained', `the lottery of ${paymentId} is still sealed`)
}

/** A superseded paper may have been printed all the same. */
const fits = (step: string, job: string | undefined): boolean => {
  if (step === 'printed') return job === 'printed'
  return step === 'queued' ? false : job === 'given-up' || job === 'printed'
}
