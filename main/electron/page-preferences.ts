import { join } from 'node:path'
import { app, type WebPreferences } from 'electron'

/** A window's page has its bridge and nothing else. */
export const pagePreferences = (preloadFolder: string, bridge: 'cashier' | 'display'): WebPreferences => ({
  preload: join(preloadFolder, `${bridge}.cjs`),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webgl: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  devTools: !app.isPackaged && process.env.TUGRIK_DEVTOOLS === '1',
})
