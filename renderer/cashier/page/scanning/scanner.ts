import {
  closePopovers,
  dayFieldOf,
  isPopoverOpen,
  putBackDay,
  swallow,
  typeInto,
} from '../../../kit/index.ts'
import { isReceiptNumber, readQuantityPrefix } from '../scan.ts'
import { takeTypedAhead } from '../typed-ahead.ts'
import { createAltCodes } from './alt-codes.ts'
import { createBursts, type Decision, type Stroke } from './bursts.ts'

export type Scan = {
  /** The whole code, or the number of a sale from its receipt. */
  readonly code: string
  readonly isReceipt: boolean
  /** The quantity that was typed before the code: "3*" in any field, or in none. */
  readonly quantity: string | null
  /** The element that had the focus. It has the text from before the scan again. */
  readonly field: EventTarget | null
  /**
   * Whether the scan was held back while a question was open. Then earlier refusals stay on the screen, because nobody
   * could read them yet, and the text in the search box is no quantity for this scan.
   */
  readonly waited: boolean
}

/** Takes a scan, or passes it to the taker below. */
export type Taker = (scan: Scan, pass: (scan: Scan) => void) => void

export type Scanner = {
  /**
   * Adds a taker, which gets scans before the earlier ones; those of receipts only if it takes them. Returns a function
   * that removes it.
   */
  readonly take: (taker: Taker, takes: 'goods' | 'goods and receipts') => () => void
  /** Gives a scan that waited to who takes scans now. */
  readonly give: (scan: Scan) => void
  /** Sets the taker for scans that nobody took. */
  readonly otherwise: (taker: (scan: Scan) => void) => () => void
}

/** A key, and what it might change. */
type Kept = {
  readonly key: KeyboardEventInit
  readonly focused: Element | null
  readonly before: { readonly field: Field; readonly value: string; readonly selected: Selected } | null
}

/**
 * The page's only listener for the scanner. It runs before all others, so that no key of a scan presses a button, takes money,
 * moves the focus or stays in a field.
 */
export function listenForScans(keys: Window): Scanner {
  const takers: { readonly taker: Taker; readonly takesReceipts: boolean }[] = []
  let rest: (scan: Scan) => void = () => {}
  const give = (scan: Scan, from = takers.length - 1): void => {
    const found = takers[from]
    const pass = (passed: Scan) => give(passed, from - 1)
    if (!found) rest(scan)
    else if (scan.isReceipt && !found.takesReceipts) pass(scan)
    else found.taker(scan, pass)
  }
  const bursts = createBursts<Kept>()
  const altCodes = createAltCodes()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** How long after it was pressed the last key reached the page. */
  let late = 0

  const carryOut = (decided: readonly Decision<Kept>[]): void => {
    for (const one of decided)
      if ('typed' in one) for (const { key } of one.typed) typeNow(key)
      else give(scanOf(one.code, one.keys))
    clearTimeout(timer)
    const due = bursts.due()
    if (due !== null) timer = setTimeout(whenDue, due.in + LATE_MS + 2 * late, due.at)
  }
  /** On a busy page, keys that were pressed long ago are still to come. */
  const whenDue = (at: number): void => {
    if (input.scheduling?.isInputPending() === true) timer = setTimeout(whenDue, LATE_MS, at)
    else carryOut(bursts.passed(at))
  }
  /** Returns whether the key does nothing now. */
  const onStroke = (stroke: Stroke, target: EventTarget | null): boolean => {
    const { code, key, shiftKey } = stroke
    const { activeElement: had } = document
    // Keys that waited too long are typed before this key remembers its field.
    carryOut(bursts.passed(stroke.timeStamp))
    const { activeElement: focused } = document
    const kept = {
      key: { code, key, shiftKey },
      focused,
      before: textBefore(focused === had ? target : focused),
    }
    // Windows writes the characters of numbers, whatever the page does.
    const acting =
      stroke.keys !== undefined ? 'certain' : kept.before !== null && !isPopoverOpen() ? 'undone' : 'lasting'
    late = Math.max(0, performance.now() - stroke.timeStamp)
    const { decided, fate } = bursts.down(stroke, kept, acting)
    carryOut(decided)
    if (fate !== 'acts') return true
    // Keys that waited have moved the focus, and this one belongs to where it is now.
    const isMoved = document.activeElement !== had && key !== 'Tab'
    if (isMoved) typeNow(kept.key)
    return isMoved
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.isTrusted) return // the page dispatched it for a key that had to wait
    keys.removeEventListener('keypress', swallow, { capture: true }) // the Enter that it waited for did not come
    if (altCodes.down(event) > 0) return swallow(event)
    if (MODIFIERS.has(event.key)) return
    if (event.altKey || event.metaKey) return carryOut(bursts.release())
    if (onStroke(event, event.target)) swallow(event)
  }
  const onKeyUp = (event: KeyboardEvent) => {
    const stroke = altCodes.up(event)
    if (stroke === null) return
    swallow(event) // it opens no menu
    // Windows writes the character now. An Enter of a scan must press nothing.
    if (onStroke(stroke, event.target))
      keys.addEventListener('keypress', swallow, { capture: true, once: true })
  }
  keys.addEventListener('keydown', onKeyDown, true)
  keys.addEventListener('keyup', onKeyUp, true)
  keys.addEventListener('pointerdown', () => carryOut(bursts.release()), true)
  return {
    give: (scan) => give({ ...scan, waited: true }),
    take: (taker, takes) => {
      const added = { taker, takesReceipts: takes === 'goods and receipts' }
      takers.push(added)
      return () => void takers.splice(takers.lastIndexOf(added), 1)
    },
    otherwise: (taker) => {
      rest = taker
      return () => {
        if (rest === taker) rest = () => {}
      }
    },
  }
}

/** TypeScript does not know this part of Chromium. */
const input: Navigator & { readonly scheduling?: { readonly isInputPending: () => boolean } } = navigator

/** A key may reach the page so much later than the one before it. */
const LATE_MS = 60

const MODIFIERS: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
])

/** What the page looked like before the burst, and what it means. */
function scanOf(code: string, [first]: readonly Kept[]): Scan {
  const { before = null, focused = null } = first ?? {}
  closePopovers()
  if (
    before?.field.isConnected &&
    (before.field.dataset.day !== undefined || textOf(before.field) !== before.value)
  )
    putBack(before)
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected)
    focused.focus()
  const { quantity, sought } = readQuantityPrefix(before?.value ?? takeTypedAhead())
  const many = sought === '' ? quantity : null
  if (many !== null && before !== null) write(before.field, '')
  const isReceipt = isReceiptNumber(code.toUpperCase())
  return {
    code: isReceipt ? code.toUpperCase() : code,
    isReceipt,
    quantity: many,
    field: before?.field ?? focused,
    waited: false,
  }
}

/** Does what the key would have done when it was pressed. */
function typeNow(key: KeyboardEventInit): void {
  const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true, composed: true })
  const target = document.activeElement ?? document.body
  const goesOn = target.dispatchEvent(event)
  // What is pressed with the space bar is pressed when the key goes up, and it went up while the key waited.
  if (event.key === ' ') target.dispatchEvent(new KeyboardEvent('keyup', { ...key, bubbles: true }))
  if (!goesOn) return
  const { activeElement: field } = document
  if (field instanceof HTMLElement && field.matches(PRESSED)) {
    if (event.key === ' ' || event.key === 'Enter') field.click()
  } else if (field instanceof HTMLInputElement && event.key === 'Enter') field.form?.requestSubmit()
  else if (event.key.length !== 1 || field === null) return
  else if (dayFieldOf(field) !== null)
    field.dispatchEvent(
      new InputEvent('beforeinput', {
        bubbles: true,
        cancelable: true,
        inputType: 'insertText',
        data: event.key,
      }),
    )
  else if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && takesMore(field))
    typeInto(field, event.key)
}

const PRESSED = 'button, [role="button"], summary, input[type="checkbox"], input[type="radio"]'

function takesMore(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  const { maxLength, value, selectionStart, selectionEnd } = field
  const isFull = maxLength >= 0 && value.length >= maxLength && selectionStart === selectionEnd
  return !isFull && !field.readOnly && !field.disabled
}

/** An input, a text area, a select, or the group of a day field. */
type Field = HTMLElement

function textBefore(target: EventTarget | null): Kept['before'] {
  const field = fieldOf(target)
  return field && { field, value: textOf(field), selected: selectedIn(field) }
}

/** What is selected in a text field: typing replaces it. */
type Selected = readonly [start: number | null, end: number | null]

const selectedIn = ({ selectionStart = null, selectionEnd = null }: Partial<HTMLInputElement>): Selected => [
  selectionStart,
  selectionEnd,
]

function putBack({ field, value, selected: [start, end] }: NonNullable<Kept['before']>): void {
  write(field, value)
  if (start !== null && textOf(field) === value) (field as HTMLInputElement).setSelectionRange(start, end)
}

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target
  return target instanceof HTMLInputElement && /^(text|password|search|tel|url|email)$/.test(target.type)
    ? target
    : dayFieldOf(target)
}

const textOf = (field: Field): string => field.dataset.day ?? (field as HTMLInputElement).value

/** Sets the value as typing does, so that React notices the change. */
function write(field: Field, value: string): void {
  if (field.dataset.day !== undefined) return void putBackDay(field, value)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
