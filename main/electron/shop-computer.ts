/** What makes a computer a shop's till: the whole screen, the start with the system, a screen that stays on in a sale. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app, type BrowserWindow, powerSaveBlocker } from 'electron'
import type { PageView } from '../../shared/ipc/index.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Log } from '../environment.ts'
import { ownAppImage } from '../updates/index.ts'
import { autostartEntry } from './autostart-entry.ts'

type Parts = {
  readonly window: () => BrowserWindow | null
  readonly settings: () => Pick<Settings, 'kiosk' | 'autostart'>
  readonly log: Log
}

export function shopComputer({ window, settings, log }: Parts) {
  let quitting = false
  let started: Settings['autostart'] | null = null
  const awake = screenKeeper()
  app.once('before-quit', () => {
    quitting = true
  })
  return {
    /** Call it for each new window, because the page may have closed the one before. */
    coverScreen: (opened: BrowserWindow): void => {
      // Not before: on X11 a window that is not shown yet may keep its size.
      opened.once('show', () => {
        if (settings().kiosk === 'on') opened.setKiosk(true)
      })
    },
    /** A window in kiosk mode is closed only with the whole program, such as when the computer is shut down. */
    mayClose: (): boolean => quitting || settings().kiosk === 'off',
    follow: (view: PageView): void => {
      const { kiosk, autostart } = settings()
      const current = window()
      if (current && current.isKiosk() !== (kiosk === 'on')) current.setKiosk(kiosk === 'on')
      awake((view.locked ? view.sale : view.counter) !== null)
      if (autostart === started) return
      started = autostart
      try {
        startWithSystem(autostart === 'on')
      } catch (error) {
        log.warn('the start with the system could not be set', { error })
      }
    },
  }
}

/** Keeps the screen on while there is a sale at the counter. */
function screenKeeper(): (on: boolean) => void {
  let id: number | null = null
  return (on) => {
    if (on && id === null) id = powerSaveBlocker.start('prevent-display-sleep')
    if (on || id === null) return
    powerSaveBlocker.stop(id)
    id = null
  }
}

/** Only for an installed till: the path of a program in development changes. */
function startWithSystem(on: boolean): void {
  if (!app.isPackaged) return
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on })
    return
  }
  const file = join(app.getPath('appData'), 'autostart', 'tugrik-pos.desktop')
  if (on) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, autostartEntry(ownAppImage(process.env, process.execPath) ?? process.execPath))
  } else rmSync(file, { force: true })
}
