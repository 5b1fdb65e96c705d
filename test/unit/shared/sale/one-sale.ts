/** One sale in memory that runs step by step with the product's own functions and a model service. */

import { carryOut, type Effect } from '../../../../main/sale/run/effects.ts'
import { intentOf } from '../../../../main/sale/run/executor.ts'
import { canGiveUp } from '../../../../main/sale/work.ts'
import { CommandRefused, failure } from '../../../../shared/failure.ts'
import { answersLost } from '../../../../shared/sale/answers.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { queuedWork } from '../../../../shared/sale/queued-work.ts'
import type { QueuedWork, Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { isOurs, ownEvents, type Step, stepsOf } from '../../../../shared/sale/steps.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { modelParts, modelPolicy, modelService } from '../../../support/model-service.ts'

const DAY = 24 * 3_600_000

export type OneSale = ReturnType<typeof oneSale>

export function oneSale(first: readonly SaleEvent[]) {
  const service = modelService()
  const parts = modelParts(service.client, DAY)
  const events: SaleEvent[] = [...first]
  let sale: Sale = applyAll(null, 'sale-1', 1, events)
  let turn = 0

  const record = (more: readonly SaleEvent[]): void => {
    if (more.length === 0) return
    sale = applyAll(sale, 'sale-1', 1, more)
    events.push(...more)
  }

  /** The next step. Several pending steps take turns, as their pauses would make them. */
  const next = (): Step | undefined => {
    const steps = stepsOf(sale)
    turn += 1
    return steps.find(isOurs) ?? steps[turn % Math.max(1, steps.length)]
  }

  /** Steps without the service. */
  const own = (step: Step): readonly SaleEvent[] => {
    const jobId = `job-${events.length}`
    const printed: SaleEvent[] = step.do === 'queue receipt' ? [{ kind: 'receipt-printed', jobId }] : []
    return [...ownEvents(step, jobId), ...printed]
  }

  /** Records the intent and makes the request. */
  const asked = (step: Step): Promise<Effect | null> => {
    record(intentOf(sale, step))
    return carryOut(parts, sale, step, { times: () => 100, urgent: false })
  }

  return {
    service,
    events,
    sale: () => sale,
    policy: () => modelPolicy(FIRST_SETTINGS, DAY),
    record,
    /** Runs what a person does; ignores a refusal by the counter. */
    attempt: (action: () => readonly SaleEvent[]): void => {
      let events: readonly SaleEvent[] = []
      try {
        events = action()
      } catch (error) {
        if (!(error instanceof CommandRefused)) throw error
      }
      record(events)
    },
    /**
     * `meanwhile` runs while the request is out, so the answer meets a sale that a person has changed. Resolves to
     * false when nothing is left to do.
     */
    step: async (meanwhile: () => void = () => {}): Promise<boolean> => {
      const step = next()
      if (!step) return false
      if (isOurs(step)) record(own(step))
      else {
        const effect = await asked(step)
        meanwhile()
        if (effect) record(effect.outcomeFor(sale).events)
      }
      return true
    },
    /** A power cut while a request is out, which may have arrived or not. */
    restart: async (arrived = true): Promise<void> => {
      const step = next()
      if (step && !isOurs(step)) {
        if (!arrived) service.fail('lost before')
        await asked(step)
      }
      record(answersLost(sale, failure('TERMINAL_RESTARTED')))
    },
    hold: (): void => {
      if (sale.held) record([{ kind: 'work-released' }])
      else if (queuedWork(sale).length > 0) record([{ kind: 'work-held' }])
    },
    release: (): void => {
      if (sale.held) record([{ kind: 'work-released' }])
    },
    giveUp: (some: readonly QueuedWork[]): void => {
      const [queued] = queuedWork(sale)
      if (queued && some.includes(queued.work) && canGiveUp(sale, queued.work))
        record([{ kind: 'work-given-up', work: queued.work }])
    },
  }
}
