import { call } from './call.ts'

const FOCUS_APART_MS = 1_000

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
}
