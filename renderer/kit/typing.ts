/** Whether typing belongs to this element. */
export const isEntry = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(ENTRIES) !== null

const ENTRIES =
  'input, select, textarea, [role="radiogroup"], [role="spinbutton"], [role="menu"], [role="dialog"] [role="grid"]'

/** Whether the element with the focus was hidden, disabled or removed. */
export const isFocusLost = (): boolean => {
  const { activeElement: focused } = document
  return focused === document.body || focused?.checkVisibility() !== true || focused.matches(':disabled')
}

/** Prevents the default action of the key and all later listeners. */
export function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Types text at the caret, in place of what is selected. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const end = field.value.length
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
  // React takes it as typed: it tells from the field's value, which `setRangeText` changes behind it.
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}

/** Presses Enter in a field: it does what the screen does with it, or submits the form. */
export function pressEnter(field: HTMLInputElement): void {
  const stroke = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
  if (field.dispatchEvent(new KeyboardEvent('keydown', stroke))) field.form?.requestSubmit()
}
