import { silentLog } from '../../../main/base/environment.ts'
import { settingsStore } from '../../../main/shop/settings/index.ts'
import { openRegister } from '../../../main/storage/register/index.ts'
import type { Settings } from '../../../shared/shop/settings.ts'

/** Stores the settings that a till will start with, in its folder. A till must not be running there. */
export async function storeSettings(folder: string, settings: Settings): Promise<void> {
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  settingsStore(register, silentLog).write(settings)
  register.close()
}
