import { useStore } from 'zustand'
import { createNumberKeys, isEntry, pressEnter, swallow, typeInto } from '../../kit/index.ts'
import { approvalAsked } from './approval-asked.ts'
import { createRoomStore } from './visit.ts'

/**
 * Digits, `*` and Enter that were pressed while no field had the keyboard: while a view, a count or a report is loaded, on
 * the screen of a paid sale, or during a question to the cashier. They are typed into the
 * next field that gets the keyboard without a click, or are the quantity of a scan. Any other key drops them, and so does a
 * click, unless it answers a question. What was typed during a question goes into no field but the search box: a form that
 * gets the keyboard back has another number in it, such as the cash that was received.
 */
const typedAhead = createRoomStore<Kept>({ keys: [], duringQuestion: false })

type Kept = { readonly keys: readonly string[]; readonly duringQuestion: boolean }

const ENTER = 'Enter'
const dropAll = (): void => typedAhead.setState({ keys: [], duringQuestion: false })
const keep = (key: string, more: Partial<Kept> = {}): void =>
  typedAhead.setState(({ keys }) => ({ keys: [...keys, key], ...more }))

/** What is kept, for the screen. */
export const useTypedAhead = (): string =>
  useStore(typedAhead, ({ keys }) => keys.filter((key) => key !== ENTER).join(''))

/** What was typed before a scan. Nothing is kept then. */
export function takeTypedAhead(): string {
  const { keys } = typedAhead.getState()
  dropAll()
  return keys.join('')
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'NumLock'])

const meaning = createNumberKeys('*.,')
const typedBy = (event: KeyboardEvent): string | null =>
  meaning(event) ?? (/^[*.,]$/.test(event.key) ? event.key : null)

/** Whether a question is open that no PIN answers. */
function isRuleAsked(): boolean {
  const { asked } = approvalAsked.getState()
  return asked !== null && 'rule' in asked
}

/** Keeps a key that the till does not get because of the question. */
export function keepDuringQuestion(event: KeyboardEvent): void {
  const typed = isRuleAsked() ? typedBy(event) : null
  if (typed !== null) keep(typed, { duringQuestion: true })
}

export function keepTypedAhead(): void {
  /** While kept keys are being typed, a new key waits its turn behind them. A key for a PIN is never kept. */
  const onKeyMeanwhile = (event: KeyboardEvent) => {
    if (!replaying || isWithModifier(event) || isPinField(document.activeElement)) return
    const typed = event.key === ENTER ? ENTER : typedBy(event)
    if (typed === null) return
    swallow(event)
    keep(typed)
  }
  const onKey = (event: KeyboardEvent) => {
    if (MODIFIERS.has(event.key) || (isRuleAsked() && event.key !== 'Backspace')) return
    const typed = typedBy(event)
    // Beside a field for a PIN it may be the PIN, which is never shown.
    const isLost =
      !event.defaultPrevented &&
      !isEntry(document.activeElement) &&
      [...document.querySelectorAll('input[type="password"]')].every((field) => !field.checkVisibility())
    if (isWithModifier(event) || !isLost) dropAll()
    else if (typed !== null) keep(typed)
    else if (event.key !== ENTER) dropAll()
    else if (!isButton(event.target) && typedAhead.getState().keys.length > 0) keep(ENTER)
  }
  window.addEventListener('keydown', onKeyMeanwhile, true)
  window.addEventListener('keydown', onKey)
  window.addEventListener('pointerdown', () => isRuleAsked() || dropAll(), true)
  window.addEventListener('focusin', ({ target }) => {
    const { keys, duringQuestion } = typedAhead.getState()
    if (keys.length === 0 || !isTextField(target)) return
    // A lock or an approval came between: what was typed before it is no PIN.
    if (isPinField(target) || (duringQuestion && target.role !== 'combobox')) dropAll()
    else queueMicrotask(() => void replay())
  })
}

let replaying = false

/** Types the kept keys into the focused field. Enter waits until the page shows the digits; the next key, until it shows what Enter did. */
async function replay(): Promise<void> {
  if (replaying) return
  replaying = true
  for (let key = takeFirst(); key !== undefined; key = takeFirst()) {
    const field = document.activeElement
    if (!isTextField(field)) break
    if (key !== ENTER) typeInto(field, key)
    else {
      await drawn()
      replaying = false // lets this Enter through onKeyMeanwhile
      pressEnter(field)
      replaying = true
      await drawn()
    }
  }
  dropAll()
  replaying = false
}

const drawn = () => new Promise((resolve) => setTimeout(resolve))

function takeFirst(): string | undefined {
  const [first, ...keys] = typedAhead.getState().keys
  typedAhead.setState({ keys })
  return first
}

const isWithModifier = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => ctrlKey || altKey || metaKey

const isPinField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'password'

const isButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role="button"]') !== null

const isTextField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && /^(text|password)$/.test(target.type) && !target.disabled
