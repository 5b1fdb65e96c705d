/** Whether this till may take a new terminal code (docs/decisions/terminal-code.md). */
import { CommandRefused } from '../../../shared/failure.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { backupFolder, newestBackup } from '../../storage/backup/index.ts'
import type { Session, TerminalCodes } from '../session/index.ts'
import type { CommandContext } from './command-context.ts'

/**
 * Whether another till may use this new code, so that it is looked up. Not where a person says that the other till is
 * gone. Throws CODE_IN_SHIFT, CODE_IN_LIVE_SHIFT.
 */
export function mayBeTaken(context: CommandContext, code: string, takesOver: boolean): boolean {
  refuseCodeInShift(context, code)
  return !takesOver && code !== context.shop.settings.read().terminalCode
}

/** Throws TERMINAL_CODE_TAKEN. */
export async function refuseTakenCode(codes: TerminalCodes, code: string): Promise<void> {
  const number = await codes.takenBy(code)
  if (number !== null) throw new CommandRefused('TERMINAL_CODE_TAKEN', number)
}

/** Refuses any new code during a shift, and one that is not the shop database's. */
export function refuseCodeInShift(context: CommandContext, code: string): void {
  refuseOtherThanMember(context, code)
  if (code !== context.shop.settings.read().terminalCode) refuseOpenShift(context)
}

function refuseOtherThanMember(context: CommandContext, code: string): void {
  const member = context.session().manyTills.link.member()
  if (member !== null && code !== member.code) throw new CommandRefused('CODE_OF_SHOP_DATABASE')
}

type Codes = Pick<Settings, 'terminalCode' | 'liveTerminalCode'>

/** The code of live mode, where its shop database gives none. */
export const codeOfLive = ({ merchant, terminalCode, liveTerminalCode }: Settings): string =>
  merchant === null ? (liveTerminalCode ?? terminalCode) : terminalCode

/** The same for the code of live mode, also in test mode: the code that a shop of test mode gave is not that of live mode. */
export function refuseLiveCodeInShift(context: CommandContext, code: string): void {
  if (context.session().mode === 'live') refuseOtherThanMember(context, code)
  if (code !== codeOfLive(context.shop.settings.read())) refuseOpenShift(context)
}

/** With the code that a person or a file gives the till. Without a shop database it is that of both modes. */
export function codesWith(context: CommandContext, code: string): Partial<Codes> {
  if (code === context.shop.settings.read().terminalCode) return {}
  return context.session().manyTills.link.member() === null
    ? { terminalCode: code, liveTerminalCode: null }
    : codesOfMember(context, code)
}

/** With the code that the shop database of this mode gives the till. One of test mode is not that of live mode. */
export function codesOfMember(context: CommandContext, code: string): Codes {
  const { terminalCode: had, liveTerminalCode } = context.shop.settings.read()
  if (context.session().mode === 'live') return { terminalCode: code, liveTerminalCode: null }
  const isOfLive = had !== FIRST_SETTINGS.terminalCode || hasSoldLive(context)
  return { terminalCode: code, liveTerminalCode: liveTerminalCode ?? (isOfLive ? had : null) }
}

/**
 * Whether a till that takes sales and settings of a copy takes the place of the till that made it, with its code. Only a
 * till that nobody knows by another code yet: one that sold, or has its code from a shop database, keeps its own.
 */
export const takesPlace = (context: CommandContext): boolean =>
  context.session().manyTills.link.member() === null &&
  !hasSold(context.shop.settings.read().terminalCode)(context.session().journal) &&
  !hasSoldLive(context)

/** A copy brings sales of others, also under the code with which every till begins. */
const hasSold =
  (code: string) =>
  ({ saleNumbers }: Pick<Session['journal'], 'saleNumbers'>): boolean =>
    saleNumbers.areOwn(code === FIRST_SETTINGS.terminalCode ? null : code)

/** Also in test mode. A live journal that is lost, but for its backups, or cannot be read counts as one with sales. */
function hasSoldLive({ sessions, shop, computer }: CommandContext): boolean {
  try {
    const found = sessions.lookIntoLive(hasSold(codeOfLive(shop.settings.read())))
    return found ?? newestBackup(backupFolder(computer.folder), 'live') !== null
  } catch {
    return true
  }
}

/** A shift of live mode stays open in test mode. */
export function refuseOpenShift(context: CommandContext): void {
  const isOpen = ({ shifts }: Pick<Session['journal'], 'shifts'>): boolean => shifts.open() !== null
  if (isOpen(context.session().journal)) throw new CommandRefused('CODE_IN_SHIFT')
  if (context.sessions.lookIntoLive(isOpen) === true) throw new CommandRefused('CODE_IN_LIVE_SHIFT')
}
