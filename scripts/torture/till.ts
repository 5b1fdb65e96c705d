import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PracticeAddress } from '../../main/practice/index.ts'
import type { AnswerOf, CashierVerb, Reply, RequestOf } from '../../shared/ipc/index.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'
import { forkTerminal, type TerminalClient } from '../hosts/terminal-client.ts'
import { type Cut, noCut } from './cut.ts'
import { diedAt } from './died-at.ts'

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
  readonly kill: () => void
  readonly stop: () => Promise<void>
  readonly kills: () => number
  readonly restarts: () => number
}

export type TortureTillParts = {
  readonly code: string
  readonly folder: string
  readonly practice: PracticeAddress
  /** The steps that the next process survives: it dies at the first other one. */
  readonly survives: () => readonly string[]
  readonly onDied: (name: string) => void
  readonly seed: number
  readonly cut?: Cut
}

export async function openTortureTill(parts: TortureTillParts): Promise<TortureTill> {
  const { code, folder, practice } = parts
  const cut = parts.cut ?? noCut
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ settings: { ...FIRST_SETTINGS, terminalCode: code } }),
  )
  let kills = 0
  let restarts = 0
  let ending = false
  let client: Promise<TerminalClient>

  /** At which step it died, it wrote down itself; a plug pulled from outside is at none. */
  const counted = (): void => {
    const file = diedAt(folder)
    if (!ending || existsSync(file)) kills += 1
    if (!existsSync(file)) return
    parts.onDied(readFileSync(file, 'utf8'))
    rmSync(file)
  }

  const fork = async (cutEnv: Record<string, string>): Promise<TerminalClient> => {
    let opened = false
    const client = await forkTerminal({
      script: 'scripts/torture/terminal.ts',
      env: {
        TUGRIK_DATA: folder,
        TUGRIK_PRACTICE: JSON.stringify(practice),
        TORTURE_SURVIVES: parts.survives().join('\n'),
        ...cutEnv,
      },
      onView: () => {},
      onLost: () => {
        if (ending || !opened) return
        counted()
        revive()
      },
    })
    opened = true
    return client
  }

  const start = async (): Promise<TerminalClient> => {
    const cutEnv = await cut.env(folder)
    try {
      return await fork(cutEnv)
    } catch {
      // It died while it was starting: that counts too.
      counted()
      restarts += 1
      await cut.happen(folder, parts.seed + restarts)
      return start()
    }
  }
  const revive = (): void => {
    restarts += 1
    client = (async () => {
      await cut.happen(folder, parts.seed + restarts)
      return start()
    })()
  }

  client = start()
  await client
  return {
    code,
    folder,
    ask: async (verb, request, act) => {
      for (;;) {
        const asked = client
        const reply = await (await asked).answer(verb, request, act)
        if (reply.ok || asked === client) {
          const lost =
            !reply.ok && reply.error.name === 'UNEXPECTED' && /SIG|exit|gone/.test(reply.error.detail ?? '')
          if (!lost) return reply as never
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
    },
    kill: () => void client.then((now) => now.crash()),
    stop: async () => {
      ending = true
      await (await client).stop()
      counted()
    },
    kills: () => kills,
    restarts: () => restarts,
  }
}
