import type { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { type SavedSettings, savedSettings } from '../../shared/ipc/index.ts'
import type { Desk } from './desk.ts'

type Typed = SavedSettings & { readonly takeOver?: boolean }

/** Keeps what the settings screen sent, or names every field that is wrong and keeps nothing. */
export async function saveSettings(desk: Desk, { takeOver, ...typed }: Typed): Promise<void> {
  const parsed = savedSettings.safeParse(typed)
  if (!parsed.success) throw invalidFields(parsed.error)
  await refuseCode(desk, parsed.data.terminalCode, takeOver === true)
  desk.settings.write({ ...desk.settings.read(), ...parsed.data })
  desk.shop().retryPrinting()
  desk.shop().callback.retune()
  desk.shop().copies.replan()
  desk.changed()
}

/** By the names that fields have on the screen: "shop.taxpayerNumber". */
export function invalidFields({ issues }: z.ZodError, under: string | null = null): CommandRefused {
  const paths = issues.map(({ path }) => [...(under === null ? [] : [under]), ...path].join('.'))
  return new CommandRefused('SETTING_INVALID', [...new Set(paths)].join(','))
}

/** A new code must not be in use elsewhere, and a shift has one code. */
async function refuseCode(desk: Desk, code: string, takesOver: boolean): Promise<void> {
  if (code === desk.settings.read().terminalCode) return
  if (desk.shop().journal.openShift() !== null) throw new CommandRefused('CODE_IN_SHIFT')
  if (takesOver) return
  const number = await desk.shop().terminalCodes.takenBy(code)
  if (number !== null) throw new CommandRefused('TERMINAL_CODE_TAKEN', number)
}
