/** What the scanner does with a day field (day-entry.tsx), whose own code is loaded later. */

export const PUT_BACK = 'put-back-day'

/** The day field around an element. Its `data-day` is the chosen day. */
export const dayFieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null

/** Restores the day that a scan overwrote. */
export const putBackDay = (field: HTMLElement, day: string): unknown =>
  field.dispatchEvent(new CustomEvent(PUT_BACK, { detail: day }))
