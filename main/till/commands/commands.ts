/** All commands of the page by name: the exports of the files in this folder that describe commands. */
import type { z } from 'zod'
import type { Reply } from '../../../shared/page/index.ts'
import type { DeepReadonly, Wire } from '../../../shared/wire.ts'
import * as allTills from './all-tills.ts'
import * as cart from './cart.ts'
import * as checkout from './checkout.ts'
import type { Command } from './define-command.ts'
import * as goods from './goods.ts'
import * as health from './health.ts'
import * as labels from './labels.ts'
import * as organisations from './organisations.ts'
import * as printing from './printing.ts'
import * as reconciliation from './reconciliation.ts'
import * as reports from './reports.ts'
import * as sales from './sales.ts'
import * as settings from './settings.ts'
import * as shifts from './shifts.ts'
import * as shopConflicts from './shop-conflicts.ts'
import * as shopData from './shop-data.ts'
import * as shopDatabase from './shop-database.ts'
import * as shopFile from './shop-file.ts'
import * as staff from './staff.ts'
import * as updates from './updates.ts'
import * as view from './view.ts'

export const COMMANDS = {
  ...view,
  ...cart,
  ...checkout,
  ...sales,
  ...shifts,
  ...reports,
  ...reconciliation,
  ...goods,
  ...labels,
  ...organisations,
  ...printing,
  ...settings,
  ...shopData,
  ...shopDatabase,
  ...shopFile,
  ...shopConflicts,
  ...allTills,
  ...health,
  ...staff,
  ...updates,
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof COMMANDS
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

/** Null for an unknown name. */
export const commandNamed = (name: string): Command | null =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name as CommandName] : null

export type RequestOf<Name extends CommandName> = DeepReadonly<z.input<(typeof COMMANDS)[Name]['request']>>
export type ReplyOf<Name extends CommandName> = Wire<(typeof COMMANDS)[Name]['reply']>

/** `key` is an idempotency key: a command sent again with it is not carried out again and gets the same answer. */
export type ArgumentsOf<Name extends CommandName> =
  undefined extends RequestOf<Name>
    ? [request?: undefined, key?: string]
    : [request: RequestOf<Name>, key?: string]

/** `window.pos` of the cashier's page. */
export type CashierBridge = {
  readonly call: <Name extends CommandName>(
    name: Name,
    ...request: ArgumentsOf<Name>
  ) => Promise<Reply<ReplyOf<Name>>>
  /**
   * Calls the listener with every new view, a `PageView` as JSON, until the returned function is called. Text
   * crosses the context bridge in one piece; copying an object of 300 lines part by part took longer than everything
   * else.
   */
  readonly onView: (listener: (view: string) => void) => () => void
}
