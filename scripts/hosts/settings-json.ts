import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsBacking } from '../../main/settings/index.ts'

/** The same file as Electron's store keeps (main/electron/stores.ts), without its package, whose loading takes a fifth of a start. */
export function settingsJson(folder: string): SettingsBacking {
  const file = join(folder, 'settings.json')
  const read = (): Record<string, unknown> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  return {
    get: () => read().settings,
    set: (settings) => {
      const part = `${file}.tmp`
      const written = openSync(part, 'w')
      try {
        writeSync(written, JSON.stringify({ ...read(), settings }, null, '\t'))
        fsyncSync(written)
      } finally {
        closeSync(written)
      }
      renameSync(part, file)
    },
  }
}
