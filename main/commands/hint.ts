import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import type { CommandContext } from './command-context.ts'

/** What the system or the window tells: a reason to look sooner, and never a proof. */
export function hint(context: CommandContext, { what }: ParsedRequestOf<'hint'>): void {
  // Who is there was noted when the call came in.
  if (what === 'presence') return
  const { connection, runner } = context.shop()
  if (what === 'focus') runner.recheckVisible()
  else connection.hint(what === 'online')
}
