import type { PageView } from '../../shared/ipc/index.ts'

/** Milliseconds. Most answers of the service come sooner. */
export const HELD_MS = 60

/** The window, or a test's substitute. */
type Inputs = Pick<Window, 'addEventListener'>

/**
 * Passes each view on to `show`. But where the cart on the screen becomes a charge that has just begun, it waits for
 * `HELD_MS`, or for the next view or input: to draw the payment screen without its QR and then again with it takes longer,
 * and flickers.
 */
export function holdingBegunCharges(
  show: (view: PageView) => void,
  inputs: Inputs = window,
): (view: PageView) => void {
  let shown: PageView | null = null
  let held: PageView | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const pass = (view: PageView): void => {
    clearTimeout(timer)
    held = null
    shown = view
    show(view)
  }
  const passHeld = (): void => {
    if (held !== null) pass(held)
  }
  // A key or a touch must meet the payment screen: the cart would lose it, or hide why a scan was refused.
  for (const input of ['keydown', 'pointerdown'] as const) inputs.addEventListener(input, passHeld, true)
  return (view) => {
    if (!beginsCharge(shown, view)) return pass(view)
    // The time runs from the first one, so that many views in a row are not held longer.
    if (held === null) timer = setTimeout(passHeld, HELD_MS)
    held = view
  }
}

const saleOf = (view: PageView | null) => (view === null || view.locked ? null : view.counter)

function beginsCharge(shown: PageView | null, view: PageView): boolean {
  const [before, after] = [saleOf(shown), saleOf(view)]
  return (
    before?.status.name === 'open' && after?.status.name === 'invoicing' && before.sale.id === after.sale.id
  )
}
