import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../main/atomic-file.ts'
import type { SettingsBacking } from '../../main/settings/index.ts'

/**
 * The same file as Electron's store (main/electron/stores.ts), without its package, which takes a fifth of the start
 * time to load.
 */
export function settingsJson(folder: string): SettingsBacking {
  const file = join(folder, 'settings.json')
  const read = (): Record<string, unknown> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  return {
    get: () => read().settings,
    set: (settings) => writeFileAtomically(file, JSON.stringify({ ...read(), settings }, null, '\t')),
  }
}
