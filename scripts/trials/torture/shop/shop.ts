/** The shop database of a run: its server, the tills that join it, what people do about it, and the faults around it. */
import { setTimeout as pause } from 'node:timers/promises'
import { readPairingCode } from '../../../../main/many-tills/server/index.ts'
import type { ShopConflict } from '../../../../shared/page/shop-conflict.ts'
import { spreadOf } from '../../../measure/bench/figure.ts'
import { createChance } from '../../../run/hosts/chance.ts'
import type { Counter } from '../customers.ts'
import { closeAll } from '../drawer.ts'
import type { FaultSchedule } from '../faults/fault-schedule.ts'
import type { Notes } from '../notes.ts'
import { auditShop, openClaims, type ShopAtEnd } from './audit-shop.ts'
import { createGoodsEdits } from './goods.ts'
import { badShopMoments } from './moments.ts'
import { openTortureServer } from './server.ts'
import { inRounds } from './together.ts'

type Parts = {
  readonly tills: readonly string[]
  readonly seed: number
  readonly schedule: FaultSchedule
  readonly notes: Notes
}

const MOST_CODES = 40
const LONGEST_BREAK_MS = 1_000
/** Only a run that hangs takes this long. */
const SETTLE_MS = 600_000

export async function openTortureShop({ tills, seed, schedule, notes }: Parts) {
  const chance = createChance(seed + 4)
  const server = await openTortureServer(tills, chance, schedule.isOn('server-killed'))
  const edits = createGoodsEdits()
  const logins = new Map<string, string>()
  const scans = { before: [] as number[], after: [] as number[] }
  const figures = { takeovers: 0, settledMs: 0 }
  let goods: ShopAtEnd['goods'] = new Map()
  const conflicts = new Map<string, readonly ShopConflict[]>()
  const surprised = (words: string): void => void notes.surprises.push({ kind: 'shop_database', words })

  /** A person connects the till. */
  const join = async (counter: Counter): Promise<void> => {
    const { cashier } = counter
    for (let tries = 0; tries < MOST_CODES; tries += 1) {
      await closeAll(counter)
      const code = await server.newCode(cashier.till)
      const reply = await cashier.look('joinShopDatabase', { code, server: server.addressFor(cashier.till) })
      if (reply.ok) logins.set(cashier.till, readPairingCode(code)?.role ?? '')
      // It was killed after it had joined.
      const had = await cashier.look('getShopDatabase')
      if (had.ok && had.value.member !== null) return
      await pause(chance.below(300))
    }
    throw new Error(`${cashier.till} could not join the shop`)
  }

  const takeOver = async ({ cashier }: Counter): Promise<void> => {
    const now = await cashier.look('getShopDatabase')
    if (!now.ok || now.value.link.state !== 'twice') return
    figures.takeovers += 1
    await cashier.look('takeOverShopDatabase')
  }

  /** What a person does now and then at a till that has joined. */
  const lookAfter = async (counter: Counter): Promise<void> => {
    // Between two customers something happens to the server and its lines.
    await pause(counter.chance.below(LONGEST_BREAK_MS))
    if (counter.chance.happens(0.5)) await takeOver(counter)
    if (counter.chance.happens(0.2)) await edits.decideOne(counter)
    if (counter.chance.happens(0.1)) await counter.cashier.look('listTills')
  }

  const untilConnected = async (counter: Counter): Promise<void> => {
    for (const end = performance.now() + SETTLE_MS; performance.now() < end; await pause(50)) {
      await takeOver(counter)
      const now = await counter.cashier.look('getShopDatabase')
      if (now.ok && now.value.link.state === 'connected') return
    }
  }

  /** Waits until the server has everything and all tills have the same goods. */
  const settle = async (counters: readonly Counter[]): Promise<void> => {
    const began = performance.now()
    await server.calm('none')
    let left = ['']
    while (left.length > 0 && performance.now() - began < SETTLE_MS) {
      await pause(50)
      left = []
      for (const counter of counters) {
        await takeOver(counter)
        const why = await unsettled(counter)
        if (why !== null) left.push(`${counter.cashier.till}: ${why}`)
      }
      const sold = [...(await edits.goodsOf(counters)).values()].map((rows) => JSON.stringify(rows))
      if (new Set(sold).size > 1) left.push('the tills have different goods')
      if (left.length === 0) left.push(...(await server.asAdmin(openClaims)))
    }
    for (const why of left) surprised(why)
    figures.settledMs = performance.now() - began
    goods = await edits.goodsOf(counters)
    for (const { cashier } of counters) {
      const list = await cashier.look('listShopConflicts')
      if (list.ok) conflicts.set(cashier.till, list.value)
    }
  }

  return {
    join,
    lookAfter,
    /** Makes bad moments until it is stopped. */
    attack: (counters: readonly Counter[]) =>
      badShopMoments({ server, counters, chance, schedule, edits, surprised, logins }),
    /** The rounds of together.ts. */
    shareWork: (counters: readonly Counter[]): Promise<void> =>
      inRounds({ server, counters, chance, schedule, untilConnected }),
    settle,
    timed: (till: string, command: string, ms: number): void => {
      if (command === 'addProduct') scans[logins.has(till) ? 'after' : 'before'].push(ms)
    },
    /** After the tills stopped. */
    audit: async (tills: ShopAtEnd['tills'], tell: (words: string) => void) => ({
      ...(await server.asAdmin((admin) => auditShop(admin, { tills, edits, goods, conflicts }, tell))),
      /** How often PostgreSQL was killed, by the statement. */
      server_kills: server.kills(),
      /** Statements that came and did not kill it: the run was too short for them. */
      server_not_killed: server.notKilled(),
      takeovers: figures.takeovers,
      /** How long a scan took before the till joined, and after, in milliseconds. */
      scan_before: spreadOf(scans.before),
      scan_after: spreadOf(scans.after),
      scans: [scans.before.length, scans.after.length],
      /** From the end of the faults to the last event in PostgreSQL. */
      seconds_to_settle: Math.round(figures.settledMs / 1000),
    }),
    stop: server.stop,
  }
}

export type TortureShop = Awaited<ReturnType<typeof openTortureShop>>

/** Why the server may not have all of a till; null when it has. */
async function unsettled({ cashier }: Counter): Promise<string | null> {
  const reply = await cashier.look('getShopDatabase')
  if (!reply.ok) return reply.error.name
  const { link, unsent, trouble, missing } = reply.value
  if (link.state !== 'connected') return JSON.stringify(link)
  if (unsent.count > 0) return `${unsent.count} events are not sent`
  if (missing > 0) return `${missing} events are missing`
  return trouble?.name ?? null
}
