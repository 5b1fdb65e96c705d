/** Does with the computer what computer-following.ts decides. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app, type BrowserWindow, powerSaveBlocker } from 'electron'
import { ownAppImage } from '../till/updates/index.ts'
import { autostartEntry } from './autostart-entry.ts'
import { type ComputerParts, followComputer } from './computer-following.ts'

type Parts = Pick<ComputerParts, 'settings' | 'log'> & { readonly window: () => BrowserWindow | null }

export function shopComputer(parts: Parts) {
  const { shown, quit, ...following } = followComputer({ ...parts, keepScreenOn, startWithSystem })
  app.once('before-quit', quit)
  return {
    ...following,
    /** Call it for each new window. */
    coverScreen: (opened: BrowserWindow): void => {
      // Not before: on X11 a window that is not shown yet may keep its size.
      opened.once('show', () => shown(opened))
    },
  }
}

function keepScreenOn(): () => void {
  const id = powerSaveBlocker.start('prevent-display-sleep')
  return () => powerSaveBlocker.stop(id)
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
