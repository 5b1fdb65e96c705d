import { call, page } from '../page/index.ts'

const FOCUS_APART_MS = 1_000
/** Much shorter than the shortest time after which the till locks. */
const PRESENCE_APART_MS = 15_000

/** Sends hints to the main process: the network came or went, the window got the focus, somebody uses the till. */
export function giveHints(): void {
  let lastFocus = Number.NEGATIVE_INFINITY
  window.addEventListener('online', () => void call('hint', { what: 'online' }))
  window.addEventListener('offline', () => void call('hint', { what: 'offline' }))
  window.addEventListener('focus', () => {
    const now = performance.now()
    if (now - lastFocus < FOCUS_APART_MS) return
    lastFocus = now
    void call('hint', { what: 'focus' })
  })
  window.addEventListener('keydown', tellPresence, true)
  window.addEventListener('pointerdown', tellPresence, true)
}

let lastPresence = Number.NEGATIVE_INFINITY

/** Any key or press shows that somebody is at the till, which must then not lock. */
function tellPresence(): void {
  const now = performance.now()
  const { view, lock } = page.getState()
  if (lock !== null || view?.person == null || now - lastPresence < PRESENCE_APART_MS) return
  lastPresence = now
  void call('hint', { what: 'presence' })
}
