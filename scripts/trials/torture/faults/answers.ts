/** Sets up the faults of the service's answers once, for the whole attack. */
import type { PracticeControl, PracticeState } from '../../../run/practice/index.ts'
import type { FaultSchedule } from './fault-schedule.ts'
import { FAULTS, type FaultName, ofKind } from './fault-table.ts'

/** In the service's time: a hang is longer than a terminal waits (terminal.ts). */
const CHAOS = { hang_ms: 12_000, slow_ms: 2_000 }

export type AnswersParts = {
  readonly control: PracticeControl
  readonly schedule: FaultSchedule
  readonly seed: number
  /** Factor for the chances of the fault table. */
  readonly hard: number
}

export async function badAnswers({ control, schedule, seed, hard }: AnswersParts): Promise<void> {
  const rate = Math.min(1, hard * FAULTS['broken-answers'].chance)
  if (schedule.isOn('broken-answers')) await control.chaos({ rate, seed, ...CHAOS })
  const faults = ofKind('answers')
    .filter(schedule.isOn)
    .flatMap((name) => faultsOf(name, hard))
  await control.faults(faults.map((fault, index) => ({ ...fault, seed: seed + index })))
}

export async function goodAnswers(control: PracticeControl): Promise<void> {
  await control.chaos(null)
  await control.faults(null)
}

/** Faults of one name at one endpoint share its chance: each is drawn only when those before it were not. */
function faultsOf(name: FaultName, hard: number) {
  const { faults = [], chance } = FAULTS[name]
  return faults.map((fault) => {
    const sharing = faults.filter(({ method, path }) => method === fault.method && path === fault.path)
    return { ...fault, name, rate: Math.min(1, (hard * chance) / sharing.length) }
  })
}

/** How many requests had a fault, by name. */
export const injected = ({ faults, chaos }: PracticeState): Readonly<Record<string, number>> => ({
  'broken-answers': Object.values(chaos).reduce((all, one) => all + one, 0),
  ...faults,
})
