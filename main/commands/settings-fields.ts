import type { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'

/** Names every wrong field as the screen does: "shop.taxpayerNumber". */
export function invalidFields({ issues }: z.ZodError, under: string | null = null): CommandRefused {
  const paths = issues.map(({ path }) => [...(under === null ? [] : [under]), ...path].join('.'))
  return new CommandRefused('SETTING_INVALID', [...new Set(paths)].join(','))
}
