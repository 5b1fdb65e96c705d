/** Whether this till may take a new terminal code (docs/decisions/terminal-code.md). */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'
import { JOURNALS, type Shop, type TerminalCodes } from '../shop/index.ts'
import type { CommandContext } from './command-context.ts'

/**
 * Whether another till may use this new code, so that it is looked up. Not where a person says that the other till is
 * gone. Throws CODE_IN_SHIFT.
 */
export function mayBeTaken(context: CommandContext, code: string, takesOver: boolean): boolean {
  refuseCodeInShift(context, code)
  return !takesOver && code !== context.settings.read().terminalCode
}

/** Throws TERMINAL_CODE_TAKEN. */
export async function refuseTakenCode(codes: TerminalCodes, code: string): Promise<void> {
  const number = await codes.takenBy(code)
  if (number !== null) throw new CommandRefused('TERMINAL_CODE_TAKEN', number)
}

/** Refuses any new code during a shift, and one that is not the shop database's. */
export function refuseCodeInShift(context: CommandContext, code: string): void {
  if (code === context.settings.read().terminalCode) return
  if (context.shop().link.member() !== null) throw new CommandRefused('CODE_OF_SHOP_DATABASE')
  refuseOpenShift(context)
}

/** A shift of live mode stays open in test mode. */
export function refuseOpenShift(context: CommandContext): void {
  const isOpen = ({ shifts }: Shop['journal']): boolean => shifts.open() !== null
  const isLiveThere = existsSync(join(context.folder, JOURNALS.merchant))
  if (isOpen(context.shop().journal) || (isLiveThere && context.inLiveJournal(isOpen)))
    throw new CommandRefused('CODE_IN_SHIFT')
}
