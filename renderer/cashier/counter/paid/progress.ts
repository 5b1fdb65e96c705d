import type { Failure } from '../../../../shared/failure.ts'
import type { EReceipt, Sale } from '../../../../shared/sale/sale.ts'
import type { PrintStatus } from '../../../../shared/sale/status.ts'
import type { IconName } from '../../../kit/index.ts'
import { knownKey, type Say } from '../../page/index.ts'
import type { PaidStatus } from '../../page/status.ts'

/** A step after the payment: its text, its icon and its failure. */
export type Progress = {
  readonly id: 'ereceipt' | 'print'
  readonly words: string
  readonly icon: IconName
  readonly wrong: boolean
  readonly failure: Failure | null
}

export const progressOf = (say: Say, status: PaidStatus, sale: Sale): readonly Progress[] => [
  ereceiptProgress(say, status, sale),
  printProgress(say, status.print),
]

/** The first step with a failure; null if there is none. */
export const inTheWay = (progress: readonly Progress[]): Progress | null =>
  progress.find(({ failure }) => failure !== null) ?? null

/** The steps to show. A failed print is left out, because `Owed` reports it with its resolutions. */
export function progressInSight(say: Say, status: PaidStatus, sale: Sale): readonly Progress[] {
  const progress = progressOf(say, status, sale)
  const first = status.name === 'receipt-owed' ? null : inTheWay(progress)
  return first?.id === 'print' ? progress.filter((one) => one !== first) : progress
}

/** A sale with several e-receipts shows the least finished one. */
const WORST_FIRST = ['refused', 'due', 'requested', 'issued', 'voided'] as const

function ereceiptProgress(say: Say, { ereceipts, tenders, payments }: PaidStatus, { terms }: Sale): Progress {
  const worst = WORST_FIRST.map((step) => ereceipts.find((one) => one.step === step)).find((one) => one)
  if (!worst) {
    // The service issues e-receipts only for payments through it.
    const none = terms?.ereceipts ? 'paid.ereceipt.owed' : 'paid.ereceipt.none'
    const key = tenders.length > 0 && payments.length === 0 ? 'paid.ereceipt.counter' : none
    return { id: 'ereceipt', words: say(key), icon: 'receipt', wrong: false, failure: null }
  }
  const failure = 'failure' in worst ? worst.failure : null
  return {
    id: 'ereceipt',
    words: say(`paid.ereceipt.${worst.step}`),
    icon: ICONS[worst.step],
    wrong: failure !== null,
    failure,
  }
}

const ICONS: Readonly<Record<EReceipt['step'], IconName>> = {
  refused: 'warning',
  due: 'clock',
  requested: 'clock',
  issued: 'check',
  voided: 'minus',
}

const PRINT_WORDS = {
  'not yet': 'paid.print.not yet',
  queued: 'paid.print.queued',
  printed: 'paid.print.printed',
  'given-up': 'paid.print.given-up',
  none: 'paid.print.given-up',
} as const satisfies Readonly<Record<PrintStatus['step'], string>>

const PRINT_ICONS: Readonly<Record<PrintStatus['step'], IconName>> = {
  'not yet': 'clock',
  queued: 'printer',
  printed: 'check',
  'given-up': 'clock',
  none: 'minus',
}

function printProgress(say: Say, print: PrintStatus): Progress {
  const failure = print.step === 'queued' ? print.failure : null
  if (failure !== null) {
    const words = say(knownKey(`printing.brief.${failure.name}`, 'printing.brief.other'))
    return { id: 'print', words, icon: 'warning', wrong: true, failure }
  }
  return {
    id: 'print',
    words: say(PRINT_WORDS[print.step]),
    icon: PRINT_ICONS[print.step],
    wrong: false,
    failure,
  }
}
