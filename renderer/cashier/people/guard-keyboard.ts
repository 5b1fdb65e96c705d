/**
 * While the till is locked or waits for an approval, the keyboard is the PIN's. This listens before any screen does, and
 * after the scanner's ear alone: a key of the till acts on nothing.
 */
import { approvalAsked } from '../approval-asked.ts'
import { page } from '../store.ts'

const isGuarded = (): boolean =>
  page.getState().view?.locked === true || approvalAsked.getState().asked !== null

export function guardKeyboard(): void {
  const onKey = (event: KeyboardEvent) => {
    if (!isGuarded()) return
    if (event.code === 'Escape') {
      // Wherever the focus is, and never to what lies beneath.
      swallow(event)
      approvalAsked.getState().asked?.answer(false)
    } else if (isOfTheTill(event)) swallow(event)
  }
  window.addEventListener('keydown', onKey, true)
  page.subscribe(({ view }, before) => {
    if (!view?.locked) return
    if (before.view?.locked === false) left = document.activeElement
    approvalAsked.getState().asked?.answer(false)
  })
}

let left: Element | null = null

/** What had the keyboard when the till was locked gets it back, where it is still there: after all that woke up with it. */
export function giveBackKeyboard(): void {
  const had = left
  requestAnimationFrame(() => {
    if (had instanceof HTMLElement && had.isConnected) had.focus()
  })
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Copy and paste are the field's; what else is held with Ctrl, and the keys with an F, are the till's. */
const isOfTheTill = ({ code, ctrlKey }: KeyboardEvent): boolean =>
  /^F\d+$/.test(code) || (ctrlKey && !['KeyA', 'KeyC', 'KeyV', 'KeyX'].includes(code))
