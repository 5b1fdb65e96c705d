/**
 * The PostgreSQL of a run. It is killed at the statements that come, each function of the protocol at both moments once
 * before any of them again, and started again after a while.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectAdmin, pairTill } from '../../../../main/many-tills/server/index.ts'
import type { Chance } from '../../../run/hosts/chance.ts'
import { temporaryRoot } from '../../../run/setup/machine.ts'
import { type Line, openLine } from '../../../shop-database/network-cable.ts'
import { newShop } from '../../../shop-database/new-shop.ts'
import { preparedServer } from '../../../shop-database/prepared-server.ts'
import { ownServer, stopWhenInterrupted } from '../../../shop-database/server.ts'
import { CUT_MOMENTS, type CutMoment, watchStatements } from './watch.ts'

const SHOP = 'Сургалт'
const DATABASE = 'shop'
const SPACE = 400_000_000
/** Chances that a statement kills: one at which the server has not died yet, and any other. */
const FIRST = 0.3
const AGAIN = 0.002
const LONGEST_STATEMENT_MS = 3_000
const AT_ANY_MOMENT = 'at any moment'

/** `kills` false: the server lives until it is killed by hand. */
export async function openTortureServer(tills: readonly string[], chance: Chance, kills: boolean) {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-postgres-'))
  const connections = tills.length * 8 + 20
  const server = await ownServer({ folder, fast: true, connections, from: await preparedServer() })
  const release = stopWhenInterrupted(server)
  const { admin, login, authority } = await newShop(server, SHOP, 'test')
  await admin.end()
  const pepper = randomBytes(32)
  const counts = new Map<string, number>()
  let mayDie = kills
  let starting: Promise<void> | null = null
  /** On a busy machine kills must not come faster than the tills work. */
  let quietUntil = 0
  const quietFor = (ms: number): void => {
    quietUntil = performance.now() + ms
  }

  const kill = (at = AT_ANY_MOMENT): void => {
    if (starting !== null || !mayDie) return
    counts.set(at, (counts.get(at) ?? 0) + 1)
    starting = (async () => {
      await server.kill()
      await pause(chance.below(300))
      await server.start()
      starting = null
      quietFor(200 + chance.below(600))
    })()
    starting.catch(() => {}) // asAdmin and calm get the error
  }

  const nameOf = (statement: string, moment: CutMoment): string =>
    moment === 'asked' ? `as "${statement}" was asked` : `before the answer of "${statement}"`
  let next = AT_ANY_MOMENT
  let again = AGAIN
  const seen = new Set<string>()
  const cutAt = (statement: string): CutMoment | null => {
    seen.add(statement)
    if (!mayDie || starting !== null || performance.now() < quietUntil) return null
    const [first, ...others] = CUT_MOMENTS.filter((moment) => !counts.has(nameOf(statement, moment)))
    if (!chance.happens(first ? FIRST : again)) return null
    const moment = chance.pick(first ? [first, ...others] : CUT_MOMENTS)
    quietFor(LONGEST_STATEMENT_MS)
    next = nameOf(statement, moment)
    return moment
  }
  const file = (name: string): string => readFileSync(join(folder, 'data', name), 'utf8')
  const watch = await watchStatements({
    server: { port: server.port, certificate: file('server.crt'), key: file('server.key') },
    cutAt,
    kill: () => kill(next),
  })
  const lines = new Map<string, Line>()
  for (const till of tills) lines.set(till, await openLine(watch.port))

  const lineOf = (till: string): Line => {
    const line = lines.get(till)
    if (line === undefined) throw new Error(`${till} has no line`)
    return line
  }

  /** Repeats the work if the server was killed meanwhile. */
  const asAdmin = async <Answer>(work: (admin: Client) => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      await starting
      const before = sumOf(counts)
      const client = await connectAdmin(login).catch(() => null)
      try {
        if (client !== null) return await work(client)
        if (sumOf(counts) === before) throw new Error('PostgreSQL does not answer')
      } catch (error) {
        if (sumOf(counts) === before) throw error
      } finally {
        await client?.end().catch(() => {})
      }
    }
  }

  return {
    ca: server.ca,
    /** What a till's settings take for the server behind its line. */
    addressFor: (till: string) => `localhost:${lineOf(till).port}/${DATABASE}`,
    lineOf,
    newCode: (till: string) =>
      asAdmin(async (client) => (await pairTill(client, { shop: SHOP, code: till, authority, pepper })).text),
    asAdmin,
    kill: () => kill(),
    /**
     * Limits the kills from now on: `first` kills only at statements at which the server was not killed yet, `none` never.
     * Resolves when the server runs and all lines work.
     */
    calm: async (which: 'first' | 'none'): Promise<void> => {
      again = 0
      mayDie = kills && which === 'first'
      await starting
      for (const line of lines.values()) line.restore()
    },
    /** How often it was killed at each statement, and how often otherwise. */
    kills: (): Readonly<Record<string, number>> => Object.fromEntries([...counts].sort()),
    /** Where it was not killed, although tills came by. */
    notKilled: (): readonly string[] =>
      [...seen]
        .flatMap((statement) => CUT_MOMENTS.map((moment) => nameOf(statement, moment)))
        .filter((name) => !counts.has(name))
        .sort(),
    stop: async (): Promise<void> => {
      mayDie = false
      await starting?.catch(() => {})
      for (const line of lines.values()) line.close()
      watch.close()
      release()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TortureServer = Awaited<ReturnType<typeof openTortureServer>>

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)
