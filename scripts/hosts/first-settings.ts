import { silentLog } from '../../main/environment.ts'
import { openRegister } from '../../main/register/index.ts'
import { settingsStore } from '../../main/settings/index.ts'
import type { Settings } from '../../shared/settings.ts'

/** Stores the settings that a till will start with, in its folder. A till must not be running there. */
export async function storeSettings(folder: string, settings: Settings): Promise<void> {
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  settingsStore(register, silentLog).write(settings)
  register.close()
}
