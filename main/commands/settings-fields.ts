import type { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import type { Settings } from '../../shared/settings.ts'
import type { CommandContext } from './command-context.ts'

export const changeSettings = ({ settings }: CommandContext, changed: Partial<Settings>): void =>
  settings.write({ ...settings.read(), ...changed })

/** The refusal of wrong settings. Its detail lists the paths of the wrong fields: "shop.name,shop.taxpayerNumber". */
export function invalidFields({ issues }: z.ZodError, under: string | null = null): CommandRefused {
  const paths = issues.map(({ path }) => [...(under === null ? [] : [under]), ...path].join('.'))
  return new CommandRefused('SETTING_INVALID', [...new Set(paths)].join(','))
}
