import { useStore } from 'zustand'
import { createNumberKeys, isEntry, pressEnter, typeInto } from '../kit/index.ts'
import { createRoomStore } from './room-store.ts'

/**
 * Digits, `*` and Enter that were pressed while no field had the keyboard: while a view, a count or a report is loaded, or
 * on the screen of a paid sale. The next field that gets the keyboard without a click gets them, and a scan gets its
 * quantity. Any other key and a click drop them.
 */
const typedAhead = createRoomStore<{ readonly keys: readonly string[] }>({ keys: [] })

const ENTER = 'Enter'
const dropAll = (): void => typedAhead.setState({ keys: [] })
const keep = (key: string): void => typedAhead.setState(({ keys }) => ({ keys: [...keys, key] }))

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

export function keepTypedAhead(): void {
  const meaning = createNumberKeys('*.,')
  const onKey = (event: KeyboardEvent) => {
    if (MODIFIERS.has(event.key)) return
    const typed = meaning(event) ?? (/^[*.,]$/.test(event.key) ? event.key : null)
    // Beside a field for a PIN it may be the PIN, which is never shown.
    const isLost =
      !event.defaultPrevented &&
      !isEntry(document.activeElement) &&
      [...document.querySelectorAll('input[type="password"]')].every((field) => !field.checkVisibility())
    if (event.ctrlKey || event.altKey || event.metaKey || !isLost) dropAll()
    else if (typed !== null) keep(typed)
    else if (event.key !== ENTER) dropAll()
    else if (!isButton(event.target) && typedAhead.getState().keys.length > 0) keep(ENTER)
  }
  window.addEventListener('keydown', onKey)
  window.addEventListener('pointerdown', dropAll, true)
  window.addEventListener('focusin', ({ target }) => {
    if (typedAhead.getState().keys.length === 0 || !isTextField(target)) return
    // A lock or an approval came between: what was typed before it is no PIN.
    if (target.type === 'password') dropAll()
    else queueMicrotask(replay)
  })
}

/** Types what was kept. Enter may move on to another field, and works on what the screen shows after the digits. */
function replay(): void {
  const { keys } = typedAhead.getState()
  dropAll()
  void keys.reduce(async (before, key) => {
    await before
    const field = document.activeElement
    if (!isTextField(field)) return
    if (key !== ENTER) return typeInto(field, key)
    await new Promise((drawn) => setTimeout(drawn))
    pressEnter(field)
  }, Promise.resolve())
}

const isButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role="button"]') !== null

const isTextField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && /^(text|password)$/.test(target.type) && !target.disabled
