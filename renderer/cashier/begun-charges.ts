import type { PageView } from '../../shared/ipc/index.ts'

/** Milliseconds. Most answers of the service come sooner. */
export const HELD_MS = 60

/**
 * Passes each view on to `show`, but one with a charge that has just begun only after `HELD_MS`, if no other came meanwhile:
 * to draw the payment screen without its QR and then again with it takes longer, and flickers.
 */
export function holdingBegunCharges(show: (view: PageView) => void): (view: PageView) => void {
  let shownBegun = false
  let held: PageView | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const pass = (view: PageView): void => {
    clearTimeout(timer)
    held = null
    shownBegun = hasBegunCharge(view)
    show(view)
  }
  return (view) => {
    if (!hasBegunCharge(view) || shownBegun) return pass(view)
    // The time runs from the first one, so that many views in a row are not held longer.
    if (held === null) timer = setTimeout(() => held && pass(held), HELD_MS)
    held = view
  }
}

const hasBegunCharge = (view: PageView): boolean => !view.locked && view.counter?.status.name === 'invoicing'
