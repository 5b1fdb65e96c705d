import type { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { type SavedSettings, savedSettings } from '../../shared/ipc/index.ts'
import type { CommandContext } from './command-context.ts'

type Typed = SavedSettings & { readonly takeOver?: boolean }

/** Keeps what the settings screen sent, or names every field that is wrong and keeps nothing. */
export async function saveSettings(context: CommandContext, { takeOver, ...typed }: Typed): Promise<void> {
  const parsed = savedSettings.safeParse(typed)
  if (!parsed.success) throw invalidFields(parsed.error)
  await refuseCode(context, parsed.data.terminalCode, takeOver === true)
  context.settings.write({ ...context.settings.read(), ...parsed.data })
  context.shop().retryPrinting()
  context.shop().callback.retune()
  context.shop().copies.replan()
  context.changed()
}

/** By the names that fields have on the screen: "shop.taxpayerNumber". */
export function invalidFields({ issues }: z.ZodError, under: string | null = null): CommandRefused {
  const paths = issues.map(({ path }) => [...(under === null ? [] : [under]), ...path].join('.'))
  return new CommandRefused('SETTING_INVALID', [...new Set(paths)].join(','))
}

/** A new code must not be in use elsewhere, and a shift has one code. */
async function refuseCode(context: CommandContext, code: string, takesOver: boolean): Promise<void> {
  if (code === context.settings.read().terminalCode) return
  if (context.shop().journal.shifts.open() !== null) throw new CommandRefused('CODE_IN_SHIFT')
  if (takesOver) return
  const number = await context.shop().terminalCodes.takenBy(code)
  if (number !== null) throw new CommandRefused('TERMINAL_CODE_TAKEN', number)
}
