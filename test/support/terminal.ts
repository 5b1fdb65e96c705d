import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Clock, type Log, machineClock, silentLog } from '../../main/base/environment.ts'
import {
  type PracticeAddress,
  practicePayer,
  startPractice,
} from '../../main/payment-service/practice/index.ts'
import { sessionVault, type Vault } from '../../main/shop/settings/index.ts'
import { REGISTER_NAME } from '../../main/storage/register/index.ts'
import type { CommandName, ReplyOf, RequestOf } from '../../main/till/commands/index.ts'
import { startTerminal, type Terminal, type TerminalParts } from '../../main/till/index.ts'
import { storeSettings } from '../../scripts/run/hosts/first-settings.ts'
import type { PageView, Reply, TerminalView } from '../../shared/page/index.ts'
import type { SaleStatusName } from '../../shared/sale/status.ts'
import { modeOf } from '../../shared/shop/mode.ts'
import { FIRST_SETTINGS, type Settings } from '../../shared/shop/settings.ts'
import { CHEAP_SCRYPT_COST, FEW_CODE_ITERATIONS } from './cheap-hashes.ts'
import { giveEmptyJournal } from './empty-journal.ts'
import { fastClock } from './fast-clock.ts'
import { refuseWholeReads } from './whole-reads.ts'

export type Till = {
  readonly terminal: Terminal
  /** Resolves to the value, or throws with the failure's name. */
  readonly ask: <Name extends CommandName>(name: Name, request?: RequestOf<Name>) => Promise<ReplyOf<Name>>
  readonly reply: (command: string, request?: unknown) => Promise<Reply<unknown>>
  /** The view of an unlocked till; `ask('getView')` gives that of a locked one too. */
  readonly view: () => Promise<TerminalView>
  /** Waits until the sale is in one of the states, woken by the terminal's own views. */
  readonly until: (saleId: string, ...states: SaleStatusName[]) => Promise<TerminalView['counter']>
  readonly untilView: (wanted: (view: TerminalView) => boolean) => Promise<TerminalView>
  readonly stop: () => Promise<void>
}

export type TillParts = {
  readonly folder: string
  readonly practice: PracticeAddress | null
  /** Stored before the start if the till has no settings yet. Null stores none. */
  readonly settings?: Partial<Settings> | null
  readonly clock?: Clock
  readonly vault?: Vault
  readonly timeouts?: TerminalParts['timeouts']
  readonly log?: Log
  readonly scryptCost?: TerminalParts['scryptCost']
  readonly askPerson?: TerminalParts['askPerson']
  readonly network?: TerminalParts['network']
  readonly drives?: TerminalParts['drives']
  readonly updateProgram?: TerminalParts['updateProgram']
}

/** When the clock of each folder's till began: a till that is started again continues its time. */
const began = new Map<string, number>()
/** When the first till of the running test began: all tills of a test have the same time. */
let testBegan: number | null = null

function clockIn(folder: string): Clock {
  if (testBegan === null) {
    testBegan = Date.now()
    onTestFinished(() => {
      testBegan = null
    })
  }
  const since = began.get(folder) ?? testBegan
  began.set(folder, since)
  return fastClock(10, since)
}

export async function startTill({
  folder,
  practice,
  settings,
  clock,
  vault,
  timeouts,
  log,
  scryptCost,
  askPerson,
  network,
  drives,
  updateProgram,
}: TillParts): Promise<Till> {
  refuseWholeReads()
  if (settings !== null && !existsSync(join(folder, REGISTER_NAME))) {
    giveEmptyJournal(folder, modeOf(settings?.merchant ?? null))
    await storeSettings(folder, { ...FIRST_SETTINGS, ...settings })
  }
  const terminal = await startTerminal({
    folder,
    practice,
    vault: vault ?? sessionVault(),
    clock: clock ?? clockIn(folder),
    log: log ?? silentLog,
    scryptCost: scryptCost ?? CHEAP_SCRYPT_COST,
    codeIterations: FEW_CODE_ITERATIONS,
    ...(timeouts ? { timeouts } : {}),
    ...(askPerson ? { askPerson } : {}),
    ...(network ? { network } : {}),
    ...(drives ? { drives } : {}),
    ...(updateProgram ? { updateProgram } : {}),
  })
  let stopped = false
  const stop = async (): Promise<void> => {
    if (!stopped) await terminal.stop()
    stopped = true
  }
  onTestFinished(stop)
  const ask: Till['ask'] = async (command, request) => {
    const reply = await terminal.answer(command, request)
    if (!reply.ok) throw new Error(reply.error.name)
    return reply.value as never
  }
  return {
    terminal,
    ask,
    reply: (command, request) => terminal.answer(command, request),
    view: async () => unlocked(await ask('getView')),
    until: (saleId, ...states) => untilState(terminal, ask, saleId, states),
    untilView: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (view: PageView): void => {
          if (view.locked || !wanted(view)) return
          end()
          resolve(view)
        }
        const end = terminal.onView(look)
        ask('getView').then(look, reject)
      }),
    stop,
  }
}

export function unlocked(view: PageView): TerminalView {
  if (view.locked) throw new Error('the till is locked')
  return view
}

async function untilState(
  terminal: Terminal,
  ask: Till['ask'],
  saleId: string,
  states: readonly SaleStatusName[],
): Promise<TerminalView['counter']> {
  const reached = async () => {
    const { view } = await ask('getSale', { saleId })
    return states.includes(view.status.name) ? view : null
  }
  return new Promise((resolve, reject) => {
    const end = terminal.onView(() => look())
    const look = (): void => {
      reached().then((view) => {
        if (!view) return
        end()
        resolve(view)
      }, reject)
    }
    look()
  })
}

/** A practice service of the test's own, and its control. */
export async function openPractice(options: Partial<Parameters<typeof startPractice>[0]> = {}) {
  const practice = await startPractice({ clock: machineClock, log: silentLog, ...options })
  onTestFinished(() => practice.stop())
  return { address: practice.address, payer: practicePayer(practice.address) }
}
