import type { Failure } from '../../../../shared/failure.ts'
import { formatMoney, type Money, NO_MONEY } from '../../../../shared/money/money.ts'
import { missingOf } from '../../../../shared/sale/money-of-sale.ts'
import type { NoteTone } from '../../../kit/index.ts'
import type { Say } from '../../page/index.ts'
import type { PayingStatus, StatusOf } from '../../page/status.ts'

/** Whether the charge waits for a retry, which can be held. A request that is under way is always followed up. */
export const isQueued = (status: PayingStatus): boolean =>
  (status.name === 'invoicing' && status.step.name === 'waiting') ||
  (status.name === 'cancelling' && status.step === 'waiting')

/** The state of a charge in words: what happens, what to do, and the failure. */
export type Situation = {
  readonly words: string
  readonly todo: string | null
  readonly failure: Failure | null
  readonly tone: NoteTone
  /** The till is working: the page shows moving dots. */
  readonly busy: boolean
}

/** The money that came by QR so far. */
export const paidByQr = (status: PayingStatus): Money => ('paid' in status ? status.paid : NO_MONEY)

/** What the charge still asks for. */
export const missingBy = (status: PayingStatus): Money => missingOf(status.due, paidByQr(status))

export function situationOf(
  say: Say,
  status: PayingStatus,
  /** Of the last check. */
  unchecked: Failure | null,
  held: boolean,
): Situation {
  if (held && isQueued(status))
    return {
      words: say('word.paused'),
      todo: say('paying.held.todo'),
      failure: null,
      tone: 'warn',
      busy: false,
    }
  switch (status.name) {
    case 'invoicing':
      return invoicing(say, status, unchecked)
    case 'awaiting-payment':
      return status.refused === null
        ? monitored(say, say('paying.awaiting'), null, unchecked)
        : {
            words: say('paying.awaiting'),
            todo: say('paying.refused.todo'),
            failure: status.refused,
            tone: 'warn',
            busy: true,
          }
    case 'partly-paid': {
      const words = say('paying.partly', { paid: formatMoney(status.paid), due: formatMoney(status.due) })
      return {
        ...monitored(say, words, say('paying.partly.todo'), unchecked),
        tone: 'warn',
      }
    }
    case 'cancelling':
      return cancelling(say, status)
    default:
      return status satisfies never
  }
}

function monitored(say: Say, words: string, todo: string | null, failure: Failure | null): Situation {
  if (failure !== null) return { words, todo: say('paying.monitor.todo'), failure, tone: 'warn', busy: true }
  return { words, todo, failure, tone: 'plain', busy: true }
}

function invoicing(
  say: Say,
  { step, withdrawing }: StatusOf<'invoicing'>,
  unchecked: Failure | null,
): Situation {
  if (withdrawing) {
    const failure = step.name === 'requested' ? null : step.failure
    return { words: say('paying.withdrawing'), todo: null, failure, tone: 'warn', busy: true }
  }
  switch (step.name) {
    case 'requested':
      return {
        words: say('paying.creating'),
        todo: say('paying.creating.todo'),
        failure: null,
        tone: 'plain',
        busy: true,
      }
    case 'unknown':
      if (unchecked?.name === 'QR_MISSING')
        return { words: say('paying.noQr'), todo: null, failure: unchecked, tone: 'warn', busy: true }
      return {
        words: say('paying.unknown'),
        todo: say('paying.unknown.todo'),
        failure: step.failure,
        tone: 'warn',
        busy: true,
      }
    case 'waiting':
      return {
        words: say('paying.waiting'),
        todo: say('paying.waiting.todo'),
        failure: step.failure,
        tone: 'warn',
        busy: false,
      }
    default:
      return step satisfies never
  }
}

const CANCELLING = {
  requested: 'paying.cancelling',
  unknown: 'paying.cancelling.unknown',
  waiting: 'paying.cancelling.waiting',
} as const

const cancelling = (say: Say, { step, failure, invoice }: StatusOf<'cancelling'>): Situation => ({
  words: say(CANCELLING[failure?.name === 'QR_MISSING' ? 'requested' : step]),
  todo: say(invoice.qrText === '' ? 'paying.cancelling.noQr' : 'paying.cancelling.todo'),
  failure,
  tone: 'warn',
  busy: step !== 'waiting',
})
