import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Clock, machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import { REGISTER_NAME } from '../../main/storage/register/index.ts'
import type { CommandName, ReplyOf, RequestOf } from '../../main/till/commands/index.ts'
import type { Terminal } from '../../main/till/index.ts'
import { openTill, type TillInNode } from '../../scripts/run/hosts/till-in-node.ts'
import { practiceControl, startPracticeWithFaults } from '../../scripts/run/practice/index.ts'
import type { PageView, Reply, TerminalView } from '../../shared/page/index.ts'
import type { Invoice } from '../../shared/sale/sale.ts'
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
  /** Charges the sale, and waits for its QR. */
  readonly charge: (saleId: string) => Promise<Invoice>
  /** Cancels the charge, and waits until that is done. */
  readonly cancel: (saleId: string) => Promise<void>
  /** Asks the service about the payment now, and waits until the sale is in one of the states. */
  readonly check: Till['until']
  /** Takes all that is due in cash, and waits until the sale is completed. */
  readonly takeCash: (saleId: string) => Promise<void>
  readonly untilView: (wanted: (view: TerminalView) => boolean) => Promise<TerminalView>
  readonly stop: () => Promise<void>
}

export type TillParts = Omit<TillInNode, 'practice' | 'settings'> & {
  readonly practice: PracticeAddress | null
  /** Stored before the start if the till has no settings yet. Null stores none. */
  readonly settings?: Partial<Settings> | null
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

export async function startTill({ settings, ...parts }: TillParts): Promise<Till> {
  const { folder } = parts
  refuseWholeReads()
  if (settings !== null && !existsSync(join(folder, REGISTER_NAME)))
    giveEmptyJournal(folder, modeOf(settings?.merchant ?? null))
  const { terminal, call, stop } = await openTill({
    ...{ clock: clockIn(folder), scryptCost: CHEAP_SCRYPT_COST, codeIterations: FEW_CODE_ITERATIONS },
    ...parts,
    ...(settings === null ? {} : { settings: { ...FIRST_SETTINGS, ...settings } }),
  })
  onTestFinished(stop)
  const ask: Till['ask'] = (command, request) => call(command, ...([request] as never))
  const until: Till['until'] = (saleId, ...states) => untilState(terminal, ask, saleId, states)
  return {
    terminal,
    ask,
    reply: (command, request) => terminal.answer(command, request),
    view: async () => unlocked(await ask('getView')),
    until,
    charge: async (saleId) => {
      await ask('charge', { saleId })
      const shown = await until(saleId, 'awaiting-payment')
      if (shown?.status.name !== 'awaiting-payment') throw new Error('no QR')
      return shown.status.invoice
    },
    cancel: async (saleId) => {
      await ask('cancelCharge', { saleId })
      await until(saleId, 'cancelled')
    },
    check: async (saleId, ...states) => {
      await ask('checkNow', { saleId })
      return until(saleId, ...states)
    },
    takeCash: async (saleId) => {
      await ask('takeTender', { saleId, received: '' })
      await until(saleId, 'completed')
    },
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

/** The name of the failure that a command is refused with; null where it is carried out. */
export async function refusal(till: Till, command: string, request?: unknown): Promise<string | null> {
  const reply = await till.reply(command, request)
  return reply.ok ? null : reply.error.name
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
export async function openPractice(options: Partial<Parameters<typeof startPracticeWithFaults>[0]> = {}) {
  const practice = await startPracticeWithFaults({ clock: machineClock, log: silentLog, ...options })
  onTestFinished(() => practice.stop())
  return { address: practice.address, payer: practiceControl(practice.address) }
}
