/**
 * What makes a computer a shop's till: the whole screen, the start with the system, a screen that stays on in a sale.
 * Uses no Electron, so that a test sees what it asks of the computer (shop-computer.ts).
 */
import type { PageView } from '../../shared/page/index.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import type { Log } from '../base/clock-and-log.ts'

export type TillWindow = {
  readonly isKiosk: () => boolean
  readonly setKiosk: (on: boolean) => void
}

export type ComputerParts = {
  readonly window: () => TillWindow | null
  readonly settings: () => Pick<Settings, 'kiosk' | 'autostart'>
  /** Keeps the screen on until the returned function is called. */
  readonly keepScreenOn: () => () => void
  readonly startWithSystem: (on: boolean) => void
  readonly log: Log
}

type Shown = Pick<PageView, 'locked'> & { readonly sale?: unknown; readonly counter?: unknown }

export function followComputer({ window, settings, keepScreenOn, startWithSystem, log }: ComputerParts) {
  let quitting = false
  let started: Settings['autostart'] | null = null
  let letSleep: (() => void) | null = null

  const keepAwake = (on: boolean): void => {
    if (on) letSleep ??= keepScreenOn()
    else {
      letSleep?.()
      letSleep = null
    }
  }

  return {
    /** The program ends: from now on the window may close. */
    quit: (): void => {
      quitting = true
    },
    /** Call it when a window is shown, because the page may have closed the one before. */
    shown: (opened: TillWindow): void => {
      if (settings().kiosk === 'on') opened.setKiosk(true)
    },
    /** A window in kiosk mode is closed only with the whole program, such as when the computer is shut down. */
    mayClose: (): boolean => quitting || settings().kiosk === 'off',
    follow: (view: Shown): void => {
      const { kiosk, autostart } = settings()
      const current = window()
      if (current && current.isKiosk() !== (kiosk === 'on')) current.setKiosk(kiosk === 'on')
      keepAwake(((view.locked ? view.sale : view.counter) ?? null) !== null)
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
