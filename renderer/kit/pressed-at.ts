/**
 * When the person last pressed or released a key or a button, in ms of `performance.now()`. A busy page handles the second
 * half of a double click long after it was made. So two presses are told apart by their own times, not by the time at
 * which they are handled.
 */
let at = 0

for (const type of ['pointerdown', 'pointerup', 'keydown', 'keyup', 'click'] as const)
  window.addEventListener(type, noteTime, true)

/** An event that the page makes itself has the time of its making. */
function noteTime({ isTrusted, timeStamp }: Event): void {
  if (isTrusted) at = timeStamp
}

export const pressedAt = (): number => at

/** A second press sooner than this is a bounce or a double click and confirms nothing. */
export const BOUNCE_MS = 300
