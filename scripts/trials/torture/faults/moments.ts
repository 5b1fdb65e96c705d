/**
 * What happens to the shop at any time: the connection drops, tokens run out, somebody pays late, a process is killed, a
 * clock jumps.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../../../run/hosts/chance.ts'
import type { PracticeControl } from '../../../run/practice/index.ts'
import type { Payer } from '../payer.ts'
import type { TortureTill } from '../till.ts'
import type { FaultSchedule } from './fault-schedule.ts'
import type { FaultOf } from './fault-table.ts'

export type MomentParts = {
  readonly control: PracticeControl
  readonly payer: Payer
  readonly tills: readonly TortureTill[]
  readonly chance: Chance
  readonly schedule: FaultSchedule
  /** Whether processes may already be killed at any moment, and not only at steps. */
  readonly mayKill: () => boolean
}

/** State that lasts until the next moment of its kind. */
type Scene = MomentParts & { refusesNumbers: boolean }

/** Makes bad moments until it is stopped; `stop` restores everything. */
export function badMoments(given: MomentParts): { readonly stop: () => Promise<void> } {
  const over = new AbortController()
  const parts: Scene = { ...given, refusesNumbers: false }
  const blowing = (async () => {
    while (!over.signal.aborted) {
      await blow(parts)
      await pause(60 + parts.chance.below(200))
      await someWorkDone(parts, over.signal)
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await blowing
      const { control, payer, tills } = parts
      await control.line({ up: true })
      await control.rateLimit(null)
      await control.merchant({ ...FINE, used_number: 'made-again' })
      await payer.complete()
      for (const till of tills) till.setClock(0)
    },
  }
}

const FINE = {
  active: true,
  registered_for_ebarimt: true,
  ebarimt_cancel_supported: true,
} as const

const ANSWERS_A_BLOW = 3
const LONGEST_CALM_MS = 3_000

/** On a busy machine faults must not come faster than the tills work, or nothing gets done between two kills. */
async function someWorkDone({ tills }: MomentParts, over: AbortSignal): Promise<void> {
  const answers = () => tills.reduce((all, till) => all + till.answers(), 0)
  const wanted = answers() + ANSWERS_A_BLOW
  const until = performance.now() + LONGEST_CALM_MS
  while (answers() < wanted && performance.now() < until && !over.aborted) await pause(5)
}

const CALM = 4
const MINUTE = 60_000
const MONTH = 31 * 24 * 60 * MINUTE

async function blow(parts: Scene): Promise<void> {
  const moment = parts.schedule.oneOf('moments', CALM, parts.chance)
  if (moment !== 'calm') return HAPPENS[moment](parts)
  for (const till of parts.tills) if (parts.chance.happens(0.5)) till.setClock(0)
}

const HAPPENS: Readonly<Record<FaultOf<'moments'>, (parts: Scene) => Promise<void>>> = {
  'line-down': async ({ control, chance }) => {
    await control.line({ up: false })
    await aWhile(chance)
    await control.line({ up: true })
  },
  'tokens-gone': ({ control, chance }) =>
    chance.happens(0.5)
      ? control.advanceClock(chance.happens(0.5) ? 700 : 3_700)
      : control.expireTokens({ refresh: chance.happens(0.5) }),
  'rate-limit': async ({ control, chance }) => {
    await control.rateLimit(5)
    await aWhile(chance)
    await control.rateLimit(null)
  },
  'merchant-locked': ({ control, chance }) => {
    const active = chance.happens(0.5)
    return soForAWhile(control, chance, { active, registered_for_ebarimt: !active })
  },
  // A service either refuses used numbers or accepts them: it stays so until the next moment of this kind.
  'numbers-refused': (parts) => {
    parts.refusesNumbers = !parts.refusesNumbers
    return parts.control.merchant({ used_number: parts.refusesNumbers ? 'refused' : 'made-again' })
  },
  'no-voiding': ({ control, chance }) => soForAWhile(control, chance, { ebarimt_cancel_supported: false }),
  'late-money': ({ payer }) => payer.payLate(),
  'pending-money': ({ payer }) => payer.complete(),
  'money-gone': ({ payer }) => payer.refundElsewhere(),
  'money-shrinks': ({ payer }) => payer.shrinkElsewhere(),
  'plug-pulled': async ({ tills, chance, schedule, mayKill }) => {
    if (mayKill()) oneOf(tills, chance).kill()
    else schedule.takeBack('plug-pulled')
  },
  'clock-back': async ({ tills, chance }) => oneOf(tills, chance).setClock(-MINUTE * (1 + chance.below(120))),
  'clock-ahead': async ({ tills, chance }) => oneOf(tills, chance).setClock(MONTH),
}

const aWhile = (chance: Chance): Promise<void> => pause(100 + chance.below(400))

/** Changes the merchant for a short time. */
async function soForAWhile(
  control: PracticeControl,
  chance: Chance,
  change: Parameters<PracticeControl['merchant']>[0],
): Promise<void> {
  await control.merchant(change)
  await aWhile(chance)
  await control.merchant(FINE)
}

function oneOf(tills: readonly TortureTill[], chance: Chance): TortureTill {
  const till = tills[chance.below(tills.length)]
  if (till === undefined) throw new Error('there is no till')
  return till
}
