/** What happens between the tills and PostgreSQL at any time. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  openShopDatabase,
  type ShopDatabase,
  ShopDatabaseError,
} from '../../../../main/many-tills/server/index.ts'
import type { Chance } from '../../../run/hosts/chance.ts'
import { folderVault } from '../../../run/hosts/folder-vault.ts'
import type { Counter } from '../customers.ts'
import type { FaultSchedule } from '../faults/fault-schedule.ts'
import type { FaultOf } from '../faults/fault-table.ts'
import { CHANGED_GOODS, type GoodsEdits } from './goods.ts'
import type { TortureServer } from './server.ts'

type Scene = {
  readonly server: TortureServer
  readonly counters: readonly Counter[]
  /** The logins of the tills that joined. */
  readonly logins: ReadonlyMap<string, string>
  readonly edits: GoodsEdits
  readonly chance: Chance
  readonly schedule: FaultSchedule
  readonly surprised: (words: string) => void
}

const CALM = 4

export function badShopMoments(scene: Scene): { readonly stop: () => Promise<void> } {
  const over = new AbortController()
  const blowing = (async () => {
    while (!over.signal.aborted) {
      const { schedule, chance, counters, logins } = scene
      const moment = schedule.oneOf('shop', CALM, chance)
      const joined = counters.filter(({ cashier }) => logins.has(cashier.till))
      const counter = joined[chance.below(joined.length)]
      if (moment !== 'calm' && counter !== undefined) await HAPPENS[moment](scene, counter)
      else if (moment !== 'calm') schedule.takeBack(moment)
      await pause(100 + chance.below(300))
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await blowing
    },
  }
}

type Happens = (scene: Scene, counter: Counter) => Promise<void>

const HAPPENS: Readonly<Record<FaultOf<'shop'>, Happens>> = {
  'server-killed': async ({ server }) => server.kill(),
  'server-line-cut': async ({ server, chance }, { cashier }) => {
    const line = server.lineOf(cashier.till)
    if (chance.happens(0.5)) return line.drop()
    line.cut()
    await aWhile(chance)
    line.restore()
  },
  'server-line-half-open': async ({ server, chance }, { cashier }) => {
    const line = server.lineOf(cashier.till)
    if (chance.happens(0.5)) line.hold()
    else line.loseAnswers()
    await aWhile(chance)
    line.restore()
  },
  'server-line-slow': async ({ server, chance }, { cashier }) => {
    const line = server.lineOf(cashier.till)
    line.slow(20 + chance.below(300))
    await aWhile(chance)
    line.slow(0)
  },
  'till-twice': secondProcess,
  'goods-changed': async ({ counters, edits, logins, chance }, counter) => {
    const other = counters.find(
      ({ cashier }) => cashier.till !== counter.cashier.till && logins.has(cashier.till),
    )
    const both = other !== undefined && chance.happens(0.5) ? [counter, other] : [counter]
    const place = chance.below(CHANGED_GOODS)
    await Promise.all(both.map((one) => edits.change(one, place)))
  },
}

const aWhile = (chance: Chance): Promise<void> => pause(100 + chance.below(1_500))

/** Longer than a till needs to notice. */
const NOTICED_MS = 4_000

/** The same login in another process. What that one says after the till took over again must be refused. */
async function secondProcess({ server, chance, logins, surprised }: Scene, counter: Counter): Promise<void> {
  const { cashier, till } = counter
  const secrets = folderVault(till.folder()).read('shop-database-test')
  if (secrets === null) return
  const second = openShopDatabase({
    host: 'localhost',
    port: server.lineOf(cashier.till).port,
    database: 'shop',
    user: logins.get(cashier.till) ?? '',
    password: JSON.parse(secrets).password,
    ca: server.ca,
    mode: 'test',
  })
  try {
    const said = await second.hello({ takeOver: chance.happens(0.5) })
    if (!said.twice) await tillTakesOver(counter, second, surprised)
  } catch (error) {
    if (!(error instanceof ShopDatabaseError)) throw error // the line is cut, or the server is down
  } finally {
    await second.close()
  }
}

async function tillTakesOver(
  { cashier }: Counter,
  second: ShopDatabase,
  surprised: (words: string) => void,
): Promise<void> {
  let tookOver = false
  for (const end = performance.now() + NOTICED_MS; performance.now() < end; await pause(50)) {
    const now = await cashier.look('getShopDatabase')
    const state = now.ok ? now.value.link.state : 'off'
    if (state === 'twice') {
      await cashier.look('takeOverShopDatabase')
      tookOver = true
    } else if (tookOver && state === 'connected') {
      const isRefused = await second.beat({}).then(
        () => false,
        () => true,
      )
      if (!isRefused) surprised(`${cashier.till}: two processes speak for it`)
      return
    }
  }
}
