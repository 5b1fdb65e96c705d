/**
 * Decides which window of the customer display is open. It follows the setting, the connected screens, and the position
 * of the cashier's window. Uses no Electron, so that a test can connect and remove screens.
 *
 *     no window ◀──── screen unplugged, off, closed by hand ──── a window, or a whole screen
 *        └───────── screen plugged in, setting, window moved ─────────────▶┘
 */
import type { DisplayView } from '../../shared/page/index.ts'
import type { DisplaySetting } from '../../shared/shop/settings.ts'
import { type DisplayPlace, displayPlace, type Screen, samePlace } from './display-place.ts'

export type OpenPlace = Exclude<DisplayPlace, { kind: 'nowhere' }>

/** An open window. */
type DisplayWindow = {
  readonly tell: (view: DisplayView) => void
  /** Closes the window without calling `closed`. */
  readonly destroy: () => void
}

export type DisplayFollowing = {
  /** Call it with each new setting. */
  readonly follow: (setting: DisplaySetting) => void
  /** Call it when a screen came, went or changed, or the cashier's window was moved. */
  readonly update: () => void
  readonly show: (view: DisplayView) => void
  readonly isOpen: () => boolean
  readonly end: () => void
}

export type FollowingParts = {
  readonly screens: () => readonly Screen[]
  readonly cashierScreen: () => number
  /** `loaded` is called each time the page has loaded, `closed` when a person or the system closed the window. */
  readonly open: (
    place: OpenPlace,
    events: { readonly loaded: () => void; readonly closed: () => void },
  ) => DisplayWindow
  /** The view for a page that was just loaded. */
  readonly current: () => DisplayView
  /** Called when a person closed the plain window. */
  readonly closedByHand: () => void
}

type Open = { readonly place: OpenPlace; readonly window: DisplayWindow }

export function followDisplay(parts: FollowingParts): DisplayFollowing {
  let open: Open | null = null
  let setting: DisplaySetting = 'off'
  let ended = false

  const update = (): void => {
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

  /** A window on a whole screen has no frame, so nobody closes it on purpose: it is opened again. */
  const closed = (which: Open): void => {
    if (ended || open !== which) return
    open = null
    if (which.place.kind === 'screen') update()
    else {
      setting = 'off'
      parts.closedByHand()
    }
  }

  return {
    follow: (wanted) => {
      setting = wanted
      update()
    },
    update,
    show: (view) => open?.window.tell(view),
    isOpen: () => open !== null,
    end: () => {
      ended = true
      update()
    },
  }
}
