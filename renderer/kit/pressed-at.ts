/**
 * When the person's last press of a key or a button began, in ms of `performance.now()`. A busy page handles the second half
 * of a double click long after it was made. So two presses are told apart by their own times, not by the time at which they
 * are handled.
 */
let at = 0
/** The click of that press of a button is still to come. A key's click has the time of the key. */
let clicks = false

/** Adds the listeners. Call it once, before the page adds its own: they run in this order. */
export function notePresses(): void {
  for (const type of ['pointerdown', 'keydown', 'click'] as const)
    window.addEventListener(type, noteBeginning, true)
  window.addEventListener('keydown', swallowHeldEnter, true)
}

/** An event that the page makes itself is no press, and a held key is one. A screen reader clicks without a press. */
function noteBeginning(event: PointerEvent | KeyboardEvent | MouseEvent): void {
  if (!event.isTrusted || ('repeat' in event && event.repeat)) return
  const isOfPress = event.type === 'click' && clicks
  if (!isOfPress) at = event.timeStamp
  clicks = event.type === 'pointerdown'
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
 * Whether the last press may answer a question that is shown since then. A press that began before the question could be
 * seen does not: a busy page handles impatient presses one right after the other.
 */
export const pressedAfter = (shownAt: number, ms = BOUNCE_MS): boolean => at - shownAt >= ms
