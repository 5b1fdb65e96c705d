import type { Failure } from '../../../shared/failure.ts'
import type { Watch } from '../../../shared/ipc/index.ts'
import { formatMoney, type Money, money } from '../../../shared/money.ts'
import type { NoteTone } from '../../kit/index.ts'
import type { PayingState, StateOf } from '../state.ts'
import type { Say } from '../text.ts'

/** What is asked of the service again and again, and can be held. What is out already is found out all the same. */
export const isQueued = (state: PayingState): boolean =>
  (state.name === 'invoicing' && state.step.name === 'waiting') ||
  (state.name === 'cancelling' && state.step === 'waiting')

/** Where a charge stands, in words: what is going on, what to do about it, and what is in the way. */
export type Situation = {
  readonly words: string
  readonly todo: string | null
  readonly failure: Failure | null
  readonly tone: NoteTone
  /** Something is under way by itself: the dots move. */
  readonly busy: boolean
}

/** What is still to come in; shown, never decided upon: only the main process says that a sale is paid. */
export const missingOf = (total: Money, paid: Money): Money => money(Math.max(0, total - paid))

export function situationOf(say: Say, state: PayingState, watch: Watch | null, held: boolean): Situation {
  if (held && isQueued(state))
    return {
      words: say('paying.held'),
      todo: say('paying.held.todo'),
      failure: null,
      tone: 'warn',
      busy: false,
    }
  switch (state.name) {
    case 'invoicing':
      return invoicing(say, state)
    case 'awaiting-payment':
      return watched(say, say('paying.awaiting'), null, watch)
    case 'partly-paid': {
      const amount = formatMoney(missingOf(state.due, state.paid))
      return {
        ...watched(say, say('paying.partly', { amount }), say('paying.partly.todo'), watch),
        tone: 'warn',
      }
    }
    case 'cancelling':
      return cancelling(say, state)
    default:
      return state satisfies never
  }
}

function watched(say: Say, words: string, todo: string | null, watch: Watch | null): Situation {
  const failure = watch?.failure ?? null
  if (failure !== null) return { words, todo: say('paying.watch.todo'), failure, tone: 'warn', busy: true }
  return { words, todo, failure, tone: 'plain', busy: true }
}

function invoicing(say: Say, { step, withdrawing }: StateOf<'invoicing'>): Situation {
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

const cancelling = (say: Say, { step, failure }: StateOf<'cancelling'>): Situation => ({
  words: say(CANCELLING[step]),
  todo: say('paying.cancelling.todo'),
  failure,
  tone: 'warn',
  busy: step !== 'waiting',
})
