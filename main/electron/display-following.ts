/**
 * Which window of the customer display is open: it follows the setting, the screens as they come and go, and the cashier's
 * window as it is moved. Knows no Electron, so that a test pulls screens out.
 *
 *     nowhere ◀──── screen unplugged, off, closed by hand ──── a window, or all of a screen
 *        └───────── screen plugged in, setting, moved ─────────────▶┘
 */
import type { DisplayView } from '../../shared/ipc/index.ts'
import type { DisplaySetting } from '../../shared/settings.ts'
import { type DisplayPlace, displayPlace, type Screen, samePlace } from './display-place.ts'

export type OpenPlace = Exclude<DisplayPlace, { kind: 'nowhere' }>

/** A window that is open. */
export type DisplayWindow = {
  readonly tell: (view: DisplayView) => void
  /** Without a word to whoever listens for a close. */
  readonly destroy: () => void
}

export type DisplayFollowing = {
  /** The setting, as it is now. */
  readonly follow: (setting: DisplaySetting) => void
  /** A screen came, went or changed, or the cashier's window was moved. */
  readonly lookAgain: () => void
  readonly show: (view: DisplayView) => void
  readonly end: () => void
}

export type FollowingParts = {
  readonly screens: () => readonly Screen[]
  readonly cashierScreen: () => number
  /** `loaded` is told every time that the page has loaded, `closed` when a person or the system closed it. */
  readonly open: (
    place: OpenPlace,
    news: { readonly loaded: () => void; readonly closed: () => void },
  ) => DisplayWindow
  /** What a page that was just loaded is to show. */
  readonly current: () => DisplayView
  /** A person closed the plain window. */
  readonly closedByHand: () => void
}

type Open = { readonly place: OpenPlace; readonly window: DisplayWindow }

export function followDisplay(parts: FollowingParts): DisplayFollowing {
  let open: Open | null = null
  let setting: DisplaySetting = 'off'
  let ended = false

  const lookAgain = (): void => {
    const next = displayPlace(ended ? 'off' : setting, parts.screens(), parts.cashierScreen())
    if (open === null ? next.kind === 'nowhere' : samePlace(next, open.place)) return
    const before = open
    open = null
    before?.window.destroy()
    if (next.kind !== 'nowhere') open = openAt(next)
  }

  const openAt = (place: OpenPlace): Open => {
    const opened: Open = {
      place,
      window: parts.open(place, {
        loaded: () => opened.window.tell(parts.current()),
        closed: () => closed(opened),
      }),
    }
    return opened
  }

  /** Nobody can mean to close what has no frame: on a screen it comes back. */
  const closed = (which: Open): void => {
    if (ended || open !== which) return
    open = null
    if (which.place.kind === 'screen') lookAgain()
    else {
      setting = 'off'
      parts.closedByHand()
    }
  }

  return {
    follow: (wanted) => {
      setting = wanted
      lookAgain()
    },
    lookAgain,
    show: (view) => open?.window.tell(view),
    end: () => {
      ended = true
      lookAgain()
    },
  }
}
