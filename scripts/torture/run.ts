import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLog } from '../../main/environment.ts'
import { type PracticePayer, practicePayer, startPractice } from '../../main/practice/index.ts'
import { fastClock } from '../hosts/fast-clock.ts'
import { audit, type Findings } from './audit.ts'
import { type CashierParts, serveOne } from './cashier.ts'
import { type Chance, createChance } from './chance.ts'
import type { Cut } from './cut.ts'
import { finish } from './finish.ts'
import { createNotes } from './notes.ts'
import { createPayer, type Payer } from './payer.ts'
import { openTortureTill, type TortureTill } from './till.ts'

export type TortureOptions = {
  readonly sales: number
  readonly seed: number
  readonly tills: number
  /** Of requests that a fault befalls. */
  readonly faultRate: number
  readonly folder: string
  readonly cut?: Cut
}

export type TortureReport = {
  readonly sales: number
  readonly kills: number
  readonly faults: number
  readonly restarts: number
  readonly seconds: number
} & Findings & {
    readonly seed: number
    /** How often each numbered step was died at. */
    readonly steps: Readonly<Record<string, number>>
  }

export async function runTorture(options: TortureOptions): Promise<TortureReport> {
  const started = performance.now()
  const { seed, folder } = options
  const practice = await startPractice({ clock: fastClock(15), log: silentLog })
  const control = practicePayer(practice.address)
  const notes = createNotes()
  const steps = createSteps()
  const codes = Array.from({ length: options.tills }, (_, index) => `T${String(index + 1).padStart(2, '0')}`)
  const tills = await Promise.all(
    codes.map((code, index) =>
      openTortureTill({
        code,
        folder: join(folder, code),
        practice: practice.address,
        survives: steps.survived,
        onDied: steps.died,
        seed: seed * 1000 + index * 100,
        ...(options.cut ? { cut: options.cut } : {}),
      }),
    ),
  )
  let served = 0
  const payer = createPayer(control, notes, createChance(seed + 2))
  await control.chaos({ rate: options.faultRate, seed, hang_ms: 400, slow_ms: 120 })
  const weather = badWeather({
    control,
    payer,
    tills,
    chance: createChance(seed + 3),
    mayKill: () => served > options.sales / 4,
  })
  await Promise.all(
    tills.map(async (till, index) => {
      const parts: CashierParts = { till, chance: createChance(seed + 10 + index), notes, payer }
      while (served < options.sales) {
        served += 1
        await serveOne(parts)
      }
    }),
  )
  await weather.stop()
  await control.chaos(null)
  await control.line({ up: true })
  await control.rateLimit(null)
  await Promise.all(
    tills.map((till, index) => {
      const mine = [...notes.sales].filter(([, note]) => note.till === till.code).map(([saleId]) => saleId)
      return finish({ till, chance: createChance(seed + 20 + index), notes, payer }, mine)
    }),
  )
  await Promise.all(tills.map((till) => till.stop()))
  const service = await control.state()
  const findings = audit(
    tills.map(({ code, folder }) => ({ code, folder })),
    service,
    notes,
  )
  await practice.stop()
  return {
    sales: notes.sales.size,
    kills: sum(tills.map((till) => till.kills())),
    faults: sum(Object.values(service.chaos)),
    restarts: sum(tills.map((till) => till.restarts())),
    seconds: Math.round((performance.now() - started) / 1000),
    ...findings,
    seed,
    steps: steps.counts(),
  }
}

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0)

/** The numbered steps that came by so far: each is died at once before any is died at again. */
function createSteps() {
  const died = new Map<string, number>()
  return {
    died: (name: string): void => {
      died.set(name, (died.get(name) ?? 0) + 1)
    },
    /** Every process dies at the first step that none has died at yet. */
    survived: (): readonly string[] => ['', ...died.keys()],
    counts: (): Record<string, number> => Object.fromEntries([...died].sort()),
  }
}

/** The line drops, tokens run out, the rate is limited, somebody pays late, a plug is pulled. */
type Weather = {
  readonly control: PracticePayer
  readonly payer: Payer
  readonly tills: readonly TortureTill[]
  readonly chance: Chance
  /** Plugs are pulled at any moment only once the usual steps were died at. */
  readonly mayKill: () => boolean
}

function badWeather({ control, payer, tills, chance, mayKill }: Weather): {
  readonly stop: () => Promise<void>
} {
  const over = new AbortController()
  const blow = async (): Promise<void> => {
    switch (chance.weighed({ line: 1, tokens: 1, rate: 1, late: 4, refund: 1, kill: 4, calm: 4 })) {
      case 'line':
        await control.line({ up: false })
        await pause(100 + chance.below(500))
        return control.line({ up: true })
      case 'tokens':
        return control.advanceClock(chance.happens(0.5) ? 700 : 3_700)
      case 'rate':
        await control.rateLimit(5)
        await pause(200 + chance.below(400))
        return control.rateLimit(null)
      case 'late':
        return payer.payLate()
      case 'refund':
        return payer.refundElsewhere()
      case 'kill':
        return mayKill() && chance.happens(0.5) ? tills[chance.below(tills.length)]?.kill() : undefined
      case 'calm':
        return
    }
  }
  const blowing = (async () => {
    while (!over.signal.aborted) {
      await blow()
      await pause(60 + chance.below(200))
    }
  })()
  return {
    stop: () => {
      over.abort()
      return blowing
    },
  }
}
