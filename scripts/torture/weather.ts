import { setTimeout as pause } from 'node:timers/promises'
import type { PracticePayer } from '../../main/practice/index.ts'
import type { Chance } from './chance.ts'
import type { Payer } from './payer.ts'
import type { TortureTill } from './till.ts'

export type WeatherParts = {
  readonly control: PracticePayer
  readonly payer: Payer
  readonly tills: readonly TortureTill[]
  readonly chance: Chance
  /** Whether plugs are pulled at any moment already, and not at steps alone. */
  readonly mayKill: () => boolean
}

/** The line drops, tokens run out, the rate is limited, the merchant is locked, somebody pays late, a plug is pulled. */
export function badWeather(parts: WeatherParts): { readonly stop: () => Promise<void> } {
  const over = new AbortController()
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
      const { control, payer } = parts
      await control.chaos(null)
      await control.line({ up: true })
      await control.rateLimit(null)
      await control.merchant({ active: true, registered_for_ebarimt: true })
      await payer.complete()
    },
  }
}

const ANSWERS_A_BLOW = 3
const LONGEST_CALM_MS = 3_000

/** On a busy machine the weather must not be quicker than the shop, or nobody comes to anything between two kills. */
async function someWorkDone({ tills }: WeatherParts, over: AbortSignal): Promise<void> {
  const answers = () => tills.reduce((all, till) => all + till.answers(), 0)
  const wanted = answers() + ANSWERS_A_BLOW
  const until = performance.now() + LONGEST_CALM_MS
  while (answers() < wanted && performance.now() < until && !over.aborted) await pause(5)
}

const WEIGHTS = { line: 1, tokens: 1, rate: 1, locked: 1, late: 4, completes: 3, refund: 1, kill: 2, calm: 4 }

async function blow({ control, payer, tills, chance, mayKill }: WeatherParts): Promise<void> {
  const ms = 100 + chance.below(400)
  const what = chance.weighed(WEIGHTS)
  switch (what) {
    case 'line':
      await control.line({ up: false })
      await pause(ms)
      return control.line({ up: true })
    case 'tokens':
      return chance.happens(0.5)
        ? control.advanceClock(chance.happens(0.5) ? 700 : 3_700)
        : control.expireTokens({ refresh: chance.happens(0.5) })
    case 'rate':
      await control.rateLimit(5)
      await pause(ms)
      return control.rateLimit(null)
    case 'locked': {
      const active = chance.happens(0.5)
      await control.merchant({ active, registered_for_ebarimt: !active })
      await pause(ms)
      return control.merchant({ active: true, registered_for_ebarimt: true })
    }
    case 'late':
      return payer.payLate()
    case 'completes':
      return payer.complete()
    case 'refund':
      return payer.refundElsewhere()
    case 'kill':
      return mayKill() ? tills[chance.below(tills.length)]?.kill() : undefined
    case 'calm':
      return
  }
}
