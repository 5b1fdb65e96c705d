import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PracticeAddress } from '../../main/practice/index.ts'
import type { AnswerOf, CashierVerb, Reply, RequestOf } from '../../shared/ipc/index.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'
import { forkTerminal, type TerminalClient } from '../hosts/terminal-client.ts'
import type { Bundle } from './bundle.ts'
import type { Cut } from './cut.ts'
import type { Surprise } from './notes.ts'

/** A terminal that dies and comes back. Whoever asks it something gets an answer in the end, whatever happens between. */
export type TortureTill = {
  readonly code: string
  readonly folder: string
  /** Sent again under the same name until there is an answer: over a kill too. */
  readonly ask: <Verb extends CashierVerb>(
    verb: Verb,
    request?: RequestOf<Verb>,
    act?: string,
  ) => Promise<Reply<AnswerOf<Verb>>>
  /** Pulls the plug, wherever the process is. */
  readonly kill: () => void
  readonly stop: () => Promise<void>
  /** How often it has answered so far. */
  readonly answers: () => number
  readonly kills: () => number
  readonly restarts: () => number
}

export type TortureTillParts = {
  readonly code: string
  readonly folder: string
  /** What runs in the process. */
  readonly program: Pick<Bundle, 'script' | 'env'>
  /** Where it writes down at which step it dies. */
  readonly deaths: string
  readonly speed: number
  readonly practice: PracticeAddress
  readonly cut: Cut
  readonly seed: number
  readonly surprised: (surprise: Surprise) => void
}

/** More deaths in a row on the way up than a start has steps: it does not open any more. */
const MOST_DEATHS = 60
const STOP_MS = 20_000

export async function openTortureTill(parts: TortureTillParts): Promise<TortureTill> {
  const { code, folder, cut, surprised } = parts
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ settings: { ...FIRST_SETTINGS, terminalCode: code } }),
  )
  let answers = 0
  let kills = 0
  let restarts = 0
  let ending = false

  const died = async (how: string): Promise<void> => {
    if (how !== 'SIGKILL') surprised({ kind: 'unexplained', words: `${code} ended by itself: ${how}` })
    kills += 1
    restarts += 1
    await cut.happen(folder, parts.seed + kills)
  }

  const fork = async (): Promise<TerminalClient> => {
    let opened = false
    const client = await forkTerminal({
      script: parts.program.script,
      env: {
        ...parts.program.env,
        TUGRIK_DATA: folder,
        TUGRIK_PRACTICE: JSON.stringify(parts.practice),
        TORTURE_DEATHS: parts.deaths,
        TORTURE_SPEED: String(parts.speed),
        ...(await cut.env(folder)),
      },
      onView: () => {},
      onLost: (how) => {
        if (!opened || ending) return
        running = died(how).then(open)
        running.catch(() => {}) // whoever asks it next is told
      },
    })
    opened = true
    return client
  }

  const open = async (): Promise<TerminalClient> => {
    for (let deaths = 0; deaths < MOST_DEATHS; deaths += 1) {
      try {
        return await fork()
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        if (!words.endsWith('SIGKILL')) throw new Error(`${code}: ${words}`)
        await died('SIGKILL')
      }
    }
    throw new Error(`${code} does not open any more`)
  }

  let running = open()
  await running

  const ask: TortureTill['ask'] = async (verb, request, act) => {
    for (;;) {
      const asked = running
      const reply = await (await asked).answer(verb, request, act)
      if (!isLost(reply)) {
        answers += 1
        if (!reply.ok && reply.error.name === 'UNEXPECTED')
          surprised({ kind: 'unexplained', words: `${code}: "${verb}" was answered with UNEXPECTED` })
        return reply as Reply<AnswerOf<typeof verb>>
      }
      while (running === asked) await pause(2)
    }
  }

  return {
    code,
    folder,
    ask,
    kill: () => void running.then((client) => client.crash()),
    stop: async () => {
      ending = true
      const client = await running.catch(() => null)
      if (client === null) return
      const stopped = await Promise.race([client.stop(), pause(STOP_MS, 'late', { ref: false })])
      if (stopped !== 'late') return
      surprised({ kind: 'unexplained', words: `${code} did not stop within ${STOP_MS} ms` })
      await client.kill()
    },
    answers: () => answers,
    kills: () => kills,
    restarts: () => restarts,
  }
}

/** What the client answers for a process that is gone says how it went; the product's own UNEXPECTED says nothing. */
const isLost = (reply: Reply<unknown>): boolean =>
  !reply.ok && reply.error.name === 'UNEXPECTED' && reply.error.detail !== null
