/**
 * Rounds in which several tills try at the same time to resume the same cart, or to return goods of the same sale. A
 * round begins when all tills are connected. While tills are killed at every step this is rare, so the rounds come after
 * the other faults.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../../../run/hosts/chance.ts'
import { type Counter, parkCart, sellOthersCart } from '../customers.ts'
import type { FaultSchedule } from '../faults/fault-schedule.ts'
import type { FaultOf } from '../faults/fault-table.ts'
import type { SaleNote } from '../notes.ts'
import { takeBackElsewhere, takeBackHere } from '../returns.ts'
import type { TortureServer } from './server.ts'

type Scene = {
  readonly server: TortureServer
  readonly counters: readonly Counter[]
  readonly chance: Chance
  readonly schedule: FaultSchedule
  readonly untilConnected: (counter: Counter) => Promise<void>
}

const ROUNDS = 8
const LONGEST_BREAK_MS = 1_000
/** One of this many last sales is brought back. */
const LATELY = 30

export async function inRounds(scene: Scene): Promise<void> {
  const { server, counters, chance, schedule, untilConnected } = scene
  for (let round = 0; round < ROUNDS; round += 1) {
    const what = schedule.oneOf('together', 0, chance)
    if (what === 'calm') return
    // PostgreSQL is killed only in every second round: while it is killed, hardly any till gets a claim.
    await server.calm(round % 2 === 0 ? 'first' : 'none')
    if (what === 'carts-elsewhere') await Promise.all(counters.map(parkCart))
    await Promise.all(counters.map(untilConnected))
    await Promise.all(counters.map(untilConnected)) // one may have been killed while the others came
    await ROUND[what](scene)
  }
}

const ROUND: Readonly<Record<FaultOf<'together'>, (scene: Scene) => Promise<void>>> = {
  'carts-elsewhere': async (scene) => {
    await Promise.all(scene.counters.map((counter) => underFaults(scene, counter, sellOthersCart)))
  },
  'goods-back-elsewhere': async (scene) => {
    const { counters, chance } = scene
    const found = await soldSale(scene)
    if (found === null) return
    const [saleId, sale] = found
    const some = counters.filter(({ cashier: { till } }) => till !== sale.till || chance.happens(0.4))
    await Promise.all(
      some.map((counter) =>
        underFaults(scene, counter, (one) =>
          one.cashier.till === sale.till ? takeBackHere(one, saleId) : takeBackElsewhere(one, sale),
        ),
      ),
    )
  },
}

async function soldSale({ counters, chance }: Scene): Promise<readonly [string, SaleNote] | null> {
  const all = [...(counters[0]?.notes.sales ?? [])].filter(([, { isGuest }]) => !isGuest)
  const lately = all.slice(-LATELY)
  for (let tries = 0; tries < LATELY; tries += 1) {
    const one = lately[chance.below(lately.length)]
    const counter = counters.find(({ cashier }) => cashier.till === one?.[1].till)
    const sale = one && (await counter?.cashier.sale(one[0]))?.sale
    if (sale && sale.soldAt !== null) return one
  }
  return null
}

/** Some tills are killed meanwhile, and some lines are cut. */
async function underFaults(
  { server }: Scene,
  counter: Counter,
  work: (counter: Counter) => Promise<void>,
): Promise<void> {
  const { chance, till } = counter
  const line = server.lineOf(till.code)
  const moment = pause(chance.below(LONGEST_BREAK_MS)).then(() => {
    const fault = chance.below(5)
    if (fault === 0) till.kill()
    else if (fault === 1) line.drop()
    else if (fault === 2) line.cut()
  })
  await work(counter)
  await moment
  line.restore()
}
