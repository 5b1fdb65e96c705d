import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { createChance } from '../../run/hosts/chance.ts'
import { fastClock } from '../../run/hosts/fast-clock.ts'
import { type PracticeControl, practiceControl, startPracticeWithFaults } from '../../run/practice/index.ts'
import { audit } from './audit/audit.ts'
import { createCashier } from './cashier.ts'
import { readCrashPoints } from './crash-points.ts'
import { type Counter, serveOne } from './customers.ts'
import { badAnswers, goodAnswers, injected } from './faults/answers.ts'
import { createFaultSchedule, type FaultSchedule } from './faults/fault-schedule.ts'
import { type FaultName, faultsOfRun } from './faults/fault-table.ts'
import { badMoments } from './faults/moments.ts'
import { finish, takeStock } from './finish.ts'
import { lookAfter } from './manager.ts'
import { createNotes, type Notes } from './notes.ts'
import { createPayer } from './payer.ts'
import { replaceTill } from './replacement.ts'
import { openTortureShop, type TortureShop } from './shop/shop.ts'
import { type Cut, noCut, openTortureTill, type TortureTill } from './till.ts'

export type TortureOptions = {
  readonly sales: number
  readonly seed: number
  readonly tills: number
  /** Folder for the tills' data. */
  readonly folder: string
  /** The faults that are switched on; all when left out. */
  readonly faults?: readonly FaultName[]
  /** Factor for the chances of bad answers; 1 when left out. */
  readonly hard?: number
  /** At which share of the steps processes die; at every step when left out. */
  readonly dyingShare?: number
  /** What a kill also does to the disk. */
  readonly cut?: Cut
  /** The tills join a shop database after a third of the sales. */
  readonly shopDatabase?: boolean
  /** Reports progress now and then. */
  readonly tell?: (words: string) => void
}

/** How many times as fast as a shop's clock. */
const SPEED = 15
const TELL_MS = 10_000

export async function runTorture(options: TortureOptions) {
  const started = performance.now()
  const since = Date.now()
  const practice = await startPracticeWithFaults({ clock: fastClock(SPEED, since), log: silentLog })
  const notes = createNotes()
  const possible = faultsOfRun(options.shopDatabase === true)
  const faults = (options.faults ?? possible).filter((name) => possible.includes(name))
  const schedule = createFaultSchedule(faults)
  const crashPoints = join(options.folder, 'crash-points.txt')
  const tills: TortureTill[] = []
  const { seed } = options
  const shop = options.shopDatabase
    ? await openTortureShop({ tills: codesOf(options), seed, schedule, notes })
    : null
  try {
    const control = practiceControl(practice.address)
    tills.push(
      ...(await openTills(options, {
        crashPoints,
        dyingShare: options.dyingShare ?? 1,
        speed: SPEED,
        since,
        practice: practice.address,
        cut: options.cut ?? noCut,
        timed: shop?.timed ?? (() => {}),
        surprised: (surprise) => void notes.surprises.push(surprise),
      })),
    )
    await attack(options, { control, tills, notes, schedule, crashPoints, shop })
    await Promise.all(tills.map((till) => till.stop()))
    const tell = (words: string): void => void notes.surprises.push({ kind: 'shop_database', words })
    const shopReport = await shop?.audit(tills, tell)
    const service = await control.state()
    const answers = injected(service)
    return {
      sales: notes.count(),
      kills: sum(tills.map((till) => till.kills())),
      /** Requests that had a fault. */
      faults: sum(Object.values(answers)),
      restarts: sum(tills.map((till) => till.restarts())),
      seconds: Math.round((performance.now() - started) / 1000),
      ...audit(tills, service, notes),
      seed,
      /** How often each fault that was on had an effect. */
      by_fault: { ...schedule.counts(), ...answers },
      /** How often a process died at each step. */
      steps: counted(readCrashPoints(crashPoints)),
      shop: shopReport,
    }
  } finally {
    await Promise.allSettled(tills.map((till) => till.stop()))
    await shop?.stop()
    await practice.stop()
  }
}

type Scene = {
  readonly control: PracticeControl
  readonly tills: readonly TortureTill[]
  readonly notes: Notes
  readonly schedule: FaultSchedule
  readonly crashPoints: string
  readonly shop: TortureShop | null
}

/** Runs the shop's day under faults, and brings what is left to its end. */
async function attack(
  { sales, seed, hard = 1, tell = () => {} }: TortureOptions,
  scene: Scene,
): Promise<void> {
  const { control, tills, notes, schedule, crashPoints, shop } = scene
  const payer = createPayer(control, notes, createChance(seed + 2))
  const counters = tills.map((till, index): Counter => {
    const chance = createChance(seed + 10 + index)
    return { cashier: createCashier({ till, chance, schedule, notes }), chance, schedule, notes, payer, till }
  })
  await badAnswers({ control, schedule, seed, hard })
  const moments = badMoments({
    control,
    payer,
    tills,
    chance: createChance(seed + 3),
    schedule,
    mayKill: () => notes.count() > sales / 3,
  })
  const shopMoments = shop?.attack(counters)
  const telling = setInterval(() => tell(progress(notes.count(), tills, crashPoints)), TELL_MS)
  try {
    await Promise.all(
      counters.map(async (counter) => {
        let hasJoined = false
        while (notes.count() < sales) {
          if (shop && !hasJoined && notes.count() >= sales / 3) {
            await shop.join(counter)
            hasJoined = true
          }
          await serveOne(counter)
          await lookAfter(counter)
          if (hasJoined) await shop?.lookAfter(counter)
          if (schedule.happens('tills-replaced', counter.chance)) await replaceTill(counter)
        }
      }),
    )
    await Promise.all([moments.stop(), shopMoments?.stop()])
    await shop?.shareWork(counters)
    await payer.complete() // what somebody began to pay meanwhile
    await goodAnswers(control)
    await delayedWorkDone(control)
    tell('the faults are over')
    await Promise.all(counters.map(finish))
    await shop?.settle(counters)
    await Promise.all(counters.map(takeStock))
  } finally {
    clearInterval(telling)
    await Promise.all([moments.stop(), shopMoments?.stop()])
  }
}

/** Waits until the service has done all delayed work. */
async function delayedWorkDone(control: PracticeControl): Promise<void> {
  while ((await control.summary()).delayed > 0) await pause(20)
}

type TillParts = Omit<Parameters<typeof openTortureTill>[0], 'code' | 'folder' | 'seed'>

const codesOf = ({ tills }: TortureOptions): readonly string[] =>
  Array.from({ length: tills }, (_, index) => `T${String(index + 1).padStart(2, '0')}`)

function openTills(options: TortureOptions, parts: TillParts): Promise<TortureTill[]> {
  const { folder, seed } = options
  mkdirSync(folder, { recursive: true })
  return Promise.all(
    codesOf(options).map((code, index) =>
      openTortureTill({ ...parts, code, folder: join(folder, code), seed: (seed + index) * 100_000 }),
    ),
  )
}

function progress(sales: number, tills: readonly TortureTill[], crashPoints: string): string {
  const kills = sum(tills.map((till) => till.kills()))
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20)
  return `${sales} sales, ${kills} kills, ${new Set(readCrashPoints(crashPoints)).size} steps, ${memory} MiB`
}

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0)

const counted = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names.toSorted(), (name) => name)].map(([name, all]) => [name, all.length]),
  )
