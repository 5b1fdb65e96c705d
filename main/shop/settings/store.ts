import { GUIDE_BEGINS } from '../../../shared/shop/guide.ts'
import {
  FIRST_SETTINGS,
  followersOf,
  SETTINGS,
  type SettingFollower,
  type Settings,
  settingsSchema,
} from '../../../shared/shop/settings.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { createSignal } from '../../base/signal.ts'
import {
  type Register,
  type RegisterChange,
  type RegisterDamage,
  readDamage,
} from '../../storage/register/index.ts'
import type { SettingsStore } from './types.ts'

/**
 * The settings in the register, one row each. A setting that cannot be parsed is logged and gets its default, so that
 * the other settings are not lost with it. Its row stays unchanged until that setting is changed.
 */
export function settingsStore(register: Pick<Register, 'rows' | 'write' | 'path'>, log: Log): SettingsStore {
  const rows = register.rows('setting')
  let current = readable(rows, log, readDamage(register))
  /** True until the first write. It stores all settings, because a new till begins with other values than defaults. */
  let isNew = rows.length === 0
  const changes = createSignal<ReadonlySet<SettingFollower>>()
  return {
    read: () => current,
    write: (given, notes = () => []) => {
      const parsed = settingsSchema.parse({ ...current, ...given })
      const was = new Map(settingRows(current).map(({ key, body }) => [key, body]))
      const all = settingRows(parsed)
      const changed = all.filter(({ key, body }) => was.get(key) !== body)
      register.write('setting', isNew ? all : changed, notes(current, parsed))
      isNew = false
      current = parsed
      changes.emit(followersOf(Object.keys(given)))
    },
    onChange: changes.listen,
  }
}

const settingRows = (settings: object): readonly RegisterChange[] =>
  Object.entries(settings).map(([key, value]) => ({ key, body: JSON.stringify(value) }))

/**
 * If settings are lost and none of them names a merchant, the guide opens at the merchant's step. Otherwise the till
 * would continue in test mode, and nobody would notice.
 */
function readable(
  rows: readonly { readonly key: string; readonly body: string }[],
  log: Log,
  damage: RegisterDamage | null,
): Settings {
  if (rows.length === 0) return { ...FIRST_SETTINGS, guide: GUIDE_BEGINS }
  const found = new Map(rows.map(({ key, body }) => [key, JSON.parse(body) as unknown]))
  const fields = Object.entries(SETTINGS).map(([name, { schema, first }]) => {
    const parsed = schema.safeParse(found.get(name) ?? first)
    if (!parsed.success) log.warn(`settings: "${name}" could not be read; the first setting is used`)
    return [name, parsed.success ? parsed.data : first]
  })
  const settings = settingsSchema.parse(Object.fromEntries(fields))
  const isLost = damage !== null && !damage.seen && damage.setting.lost !== 0
  return isLost && settings.merchant === null
    ? { ...settings, guide: { ...GUIDE_BEGINS, step: 'merchant' } }
    : settings
}
