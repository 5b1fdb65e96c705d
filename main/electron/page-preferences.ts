import { join } from 'node:path'
import { app, type Session, session, type WebPreferences } from 'electron'

/** The session of the pages. Without `persist:` in its name it is in memory: no page fills the disk. */
const PAGE_SESSION = 'pages'

export const pageSession = (): Session => session.fromPartition(PAGE_SESSION, { cache: false })

/** A window's page has its bridge and nothing else. */
export const pagePreferences = (preloadFolder: string, bridge: 'cashier' | 'display'): WebPreferences => ({
  partition: PAGE_SESSION,
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
