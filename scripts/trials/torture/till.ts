/** A terminal that dies and restarts. Every request gets an answer in the end, whatever happens in between. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import type { CommandName, ReplyOf, RequestOf } from '../../../main/till/commands/index.ts'
import type { Reply } from '../../../shared/page/index.ts'
import type { SaleRule } from '../../../shared/shop/age-and-bans.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { storeSettings } from '../../run/hosts/host.ts'
import { forkTerminal, type TerminalClient } from '../../run/hosts/terminal-client.ts'
import type { Surprise } from './notes.ts'

const NEVER = { hours: null, weekdays: [], monthDays: [], dates: [] }

/** The sale rules of a run, by categories of the sample goods. Each always asks. */
const SALE_RULES: readonly SaleRule[] = [
  { ...NEVER, category: 'Архи, пиво', age: 21, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  { ...NEVER, category: 'Тамхи', age: 18 },
]

export type TortureTillParts = {
  readonly code: string
  readonly folder: string
  /** File of the crash points; `dyingShare` says at which share of the steps it dies. */
  readonly crashPoints: string
  readonly dyingShare: number
  readonly speed: number
  /** When the run began. All clocks continue from there. */
  readonly since: number
  readonly practice: PracticeAddress
  readonly cut: Cut
  readonly seed: number
  /** Is told how long a running till took for a command. */
  readonly timed: (till: string, command: CommandName, ms: number) => void
  readonly surprised: (surprise: Surprise) => void
}

/** More crashes in a row at start-up than a start has steps: the till does not open any more. */
const MAX_CRASHES = 60
const STOP_MS = 120_000

export async function openTortureTill(parts: TortureTillParts) {
  const { code, cut, surprised } = parts
  const folders: [string, ...string[]] = [parts.folder]
  let answers = 0
  let kills = 0
  let aheadMs = 0
  let ending = false

  const folder = (): string => folders.at(-1) ?? parts.folder

  const died = async (how: string, on: string): Promise<void> => {
    if (how !== 'SIGKILL') surprised({ kind: 'unexplained', words: `${code} ended by itself: ${how}` })
    kills += 1
    await cut.happen(on, parts.seed + kills)
  }

  const fork = async (on: string): Promise<TerminalClient> => {
    let opened = false
    const client = await forkTerminal({
      program: 'torture-terminal',
      env: {
        TUGRIK_DATA: on,
        TUGRIK_PRACTICE: JSON.stringify(parts.practice),
        TORTURE_CRASH_POINTS: parts.crashPoints,
        TORTURE_SHARE: String(parts.dyingShare),
        TORTURE_SPEED: String(parts.speed),
        TORTURE_SINCE: String(parts.since),
        TORTURE_AHEAD: String(aheadMs),
        ...(await cut.env(on)),
      },
      onView: () => {},
      onLost: (how) => {
        if (!opened || ending || on !== folder()) return
        running = died(how, on).then(() => open(on))
        running.catch(() => {}) // the next request gets the error
      },
    })
    opened = true
    return client
  }

  const open = async (on: string): Promise<TerminalClient> => {
    for (let crashes = 0; crashes < MAX_CRASHES; crashes += 1) {
      try {
        return await fork(on)
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        if (!words.endsWith('SIGKILL')) throw new Error(`${code}: ${words}`)
        await died('SIGKILL', on)
      }
    }
    throw new Error(`${code} does not open any more`)
  }

  await setUp(parts.folder, code)
  let running = open(parts.folder)
  await running

  /** Sends the command again under the same key until there is an answer, also after a kill. */
  const ask = async <Name extends CommandName>(
    command: Name,
    request?: RequestOf<Name>,
    key?: string,
  ): Promise<Reply<ReplyOf<Name>>> => {
    for (;;) {
      const asked = running
      const client = await asked
      const began = performance.now()
      const reply = await client.answer(command, request, key)
      if (!isLost(reply)) {
        parts.timed(code, command, performance.now() - began)
        answers += 1
        if (!reply.ok && reply.error.name === 'UNEXPECTED')
          surprised({ kind: 'unexplained', words: `${code}: "${command}" was answered with UNEXPECTED` })
        return reply as Reply<ReplyOf<Name>>
      }
      while (running === asked) await pause(2)
    }
  }

  return {
    code,
    /** The data folder of the current machine. */
    folder,
    /** The data folders of all machines so far. */
    folders: (): readonly string[] => folders,
    ask,
    /** Kills the process at any point. */
    kill: (): void => void running.then((client) => client.crash()),
    /** Sets its machine's clock this many milliseconds ahead, also for later restarts; a negative value sets it back. */
    setClock: (ms: number): void => {
      if (ms === aheadMs) return
      aheadMs = ms
      running.then((client) => client.setClock(ms)).catch(() => {}) // a new process gets the time when it starts
    },
    /** Replaces the machine by a new one that has only the settings. */
    replace: async (): Promise<void> => {
      const next = `${parts.folder}-${folders.length + 1}`
      const gone = running
      folders.push(next)
      await setUp(next, code)
      const client = await gone.catch(() => null)
      await client?.kill()
      kills += 1
      running = open(next)
      await running
    },
    stop: async (): Promise<void> => {
      ending = true
      const client = await running.catch(() => null)
      if (client === null) return
      const stopped = await Promise.race([client.stop(), pause(STOP_MS, 'late', { ref: false })])
      if (stopped !== 'late') return
      surprised({ kind: 'unexplained', words: `${code} did not stop within ${STOP_MS} ms` })
      await client.kill()
    },
    /** How many requests it has answered so far. */
    answers: () => answers,
    kills: () => kills,
    /** A killed till is started again at once. */
    restarts: () => kills,
  }
}

export type TortureTill = Awaited<ReturnType<typeof openTortureTill>>

/** Settings of a shop that takes all tenders, sells misc items, asks for ages and shows the expected cash during a count. */
async function setUp(folder: string, terminalCode: string): Promise<void> {
  const settings: Settings = {
    ...FIRST_SETTINGS,
    terminalCode,
    tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' },
    newGoods: { ...FIRST_SETTINGS.newGoods, taxProductCode: '305', classificationCode: '2349010' },
    saleRules: SALE_RULES,
    shifts: { ...FIRST_SETTINGS.shifts, count: 'open' },
    // Keeps papers that the auditor needs, even when a clock is a month ahead.
    retention: { ...FIRST_SETTINGS.retention, test: 3650 },
  }
  await storeSettings(folder, settings)
}

/** The client's answer for a dead process has a detail; the product's own UNEXPECTED has none. */
const isLost = (reply: Reply<unknown>): boolean =>
  !reply.ok && reply.error.name === 'UNEXPECTED' && reply.error.detail !== null

/** What a kill also does to the disk: nothing, or a power cut. */
export type Cut = {
  readonly env: (folder: string) => Promise<Record<string, string>>
  /** Runs after the process is gone and before the next one starts. */
  readonly happen: (folder: string, seed: number) => Promise<void>
}

export const noCut: Cut = { env: async () => ({}), happen: async () => {} }

/** The answers to their questions. */
export const ANSWERS = { ofAge: 21, despiteBan: true } as const
