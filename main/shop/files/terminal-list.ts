import { CommandRefused } from '../../../shared/failure.ts'
import { SETTINGS } from '../../../shared/shop/settings.ts'

/**
 * Reads which computer gets which terminal code: one a line, the computer's name and then the code. The names become
 * small letters and lose their domain. Throws FIELDS_INVALID with the wrong line.
 */
export function readTerminalList(text: string): Record<string, string> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const list = new Map<string, string>()
  for (const line of lines) {
    const [named = '', code = '', ...more] = line.split(/[\s=,;]+/)
    const name = shortName(named)
    const parsed = SETTINGS.terminalCode.schema.safeParse(code)
    const isTwice = list.has(name) || [...list.values()].includes(parsed.data ?? '')
    if (name === '' || !parsed.success || more.length > 0 || isTwice)
      throw new CommandRefused('FIELDS_INVALID', line)
    list.set(name, parsed.data)
  }
  return Object.fromEntries(list)
}

/** The code for the computer with this name, with or without its domain; null where the list has none. */
export const codeFor = (list: Readonly<Record<string, string>>, computer: string): string | null =>
  new Map(Object.entries(list)).get(shortName(computer)) ?? null

/** Without its domain, in small letters. */
const shortName = (computer: string): string => computer.toLowerCase().split('.')[0] ?? ''
