import { call } from './call.ts'
import { page } from './store.ts'

const FOCUS_APART_MS = 1_000
/** Far more often than the till may lock by itself. */
const PRESENCE_APART_MS = 15_000

/** Tells the main process what the system and the window say of the line and of who looks: reasons to look sooner. */
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

/** Somebody is there, whatever was touched: the till does not lock under their hands. */
function tellPresence(): void {
  const now = performance.now()
  if (page.getState().view?.person == null || now - lastPresence < PRESENCE_APART_MS) return
  lastPresence = now
  void call('hint', { what: 'presence' })
}
