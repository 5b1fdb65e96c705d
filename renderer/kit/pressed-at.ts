import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * When the person last pressed or released a key or a button, in ms of `performance.now()`. A busy page handles the second
 * half of a double click long after it was made. So two presses are told apart by their own times, not by the time at
 * which they are handled.
 */
let at = 0

export const pressedAt = (): number => at

/** Adds the listeners. Call it once, before the page adds its own: they run in this order. */
export function notePresses(): void {
  for (const type of ['pointerdown', 'pointerup', 'keydown', 'keyup', 'click'] as const)
    window.addEventListener(type, noteTime, true)
  window.addEventListener('keydown', swallowHeldEnter, true)
}

/** An event that the page makes itself has the time of its making. */
function noteTime({ isTrusted, timeStamp }: Event): void {
  if (isTrusted) at = timeStamp
}

/** A held Enter sends a form once, so that it does not answer the form's question. In a text of many lines it repeats. */
function swallowHeldEnter(event: KeyboardEvent): void {
  const { key, repeat, target } = event
  const isInForm =
    target instanceof Element && !(target instanceof HTMLTextAreaElement) && target.closest('form')
  if (repeat && key === 'Enter' && isInForm) event.preventDefault()
}

/** A press sooner than this after the question was shown is a bounce or a double click and confirms nothing. */
const BOUNCE_MS = 300

/**
 * Tells whether the last press may answer a question that is `shown`. A press that was made before the question could be
 * seen does not: a busy page handles impatient presses one right after the other.
 */
export function useSeen(shown: boolean): () => boolean {
  const shownAt = useRef(Infinity)
  useLayoutEffect(() => {
    shownAt.current = shown ? performance.now() : Infinity
  }, [shown])
  return useCallback(() => pressedAt() - shownAt.current >= BOUNCE_MS, [])
}
