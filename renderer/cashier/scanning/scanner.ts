import { closePopovers, dayFieldOf, isPopoverOpen, putBackDay, swallow } from '../../kit/index.ts'
import { readQuantityPrefix } from '../quantity-prefix.ts'
import {
  anyCharacter,
  createScanReader,
  isAnyCode,
  isReceiptNumber,
  type KeyStroke,
  receiptCharacter,
} from '../scan.ts'
import { takeTypedBefore } from '../typed-ahead.ts'
import { createAltCodes } from './alt-codes.ts'

export type Scan = {
  /** A product's code or a scale's label; or the number of a sale, from its receipt. */
  readonly code: string
  readonly isReceipt: boolean
  /** The quantity that was typed before the code, outside the till's search: "3*" in another field, or in none. */
  readonly quantity: string | null
  /** The element that had the focus. */
  readonly field: EventTarget | null
  /** Restores the field's value from before the scan, without a quantity for it. */
  readonly putBack: () => void
}

/** Takes a scan, or passes it to the taker below. */
export type Taker = (scan: Scan, pass: (scan: Scan) => void) => void

export type Scanner = {
  /**
   * Adds a taker, which gets scans before the earlier ones; those of receipts only if it takes them. Returns a function
   * that removes it.
   */
  readonly take: (taker: Taker, takes: 'goods' | 'goods and receipts') => () => void
  /** Sets the taker for scans that nobody took. */
  readonly otherwise: (taker: (scan: Scan) => void) => () => void
}

/** The window, or a test's substitute. */
type Keys = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * The page's only listener for the scanner. It runs before all others, so that the Enter or Tab after a code presses no
 * button, takes no money and moves no focus.
 */
export function listenForScans(keys: Keys): Scanner {
  const takers: { readonly taker: Taker; readonly takesReceipts: boolean }[] = []
  let rest: (scan: Scan) => void = () => {}
  const readScan = createScanReader()
  const readReceipt = createScanReader(isReceiptNumber, receiptCharacter)
  const readAny = createScanReader(isAnyCode, anyCharacter)
  const typedBefore = createTypedBefore()
  const give = (scan: Scan, from = takers.length - 1): void => {
    const found = takers[from]
    const pass = (passed: Scan) => give(passed, from - 1)
    if (!found) rest(scan)
    else if (scan.isReceipt && !found.takesReceipts) pass(scan)
    else found.taker(scan, pass)
  }
  const altCodes = createAltCodes()
  const onKeyDown = (event: KeyboardEvent) => {
    keys.removeEventListener('keypress', swallow, { capture: true }) // the Enter that it waited for did not come
    const place = altCodes.down(event)
    if (place > 0) swallow(event)
    // The field as it was before the character that these digits will write.
    if (place === 1) typedBefore.note(event.target)
    if (event.ctrlKey || event.altKey || event.metaKey || event.key === 'Shift') return
    typedBefore.note(event.target)
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
  /** Returns whether the key ended a scan. */
  const onStroke = (stroke: KeyStroke, target: EventTarget | null): boolean => {
    const receipt = readReceipt(stroke)
    const any = readAny(stroke)
    // In a menu or a calendar nobody types quickly, so that any code is a scan, and its end key chooses no entry.
    const code = readScan(stroke) ?? receipt ?? (isPopoverOpen() ? any : null)
    if (code === null) return false
    const before = typedBefore.scan(target, code)
    const { quantity, sought } = readQuantityPrefix(before?.value ?? takeTypedBefore(code))
    const many = sought === '' ? quantity : null
    const putBack = () => before && write(before.field, many === null ? before.value : '')
    closePopovers()
    give({ code, isReceipt: code === receipt, quantity: many, field: target, putBack })
    return true
  }
  keys.addEventListener('keydown', onKeyDown, true)
  keys.addEventListener('keyup', onKeyUp, true)
  return {
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

/** More keystrokes than the longest code with its end key. */
const KEPT = 32

/** An input, a text area, a select, or the group of a day field. */
type Field = HTMLElement
type Stroke = { readonly field: Field; readonly value: string } | null

/**
 * Remembers the value of the field before each keystroke. A scanner types into the focused field, and a keyboard layout
 * may change its digits, so that the value from before the scan can be restored. A select that reacted to the digits is restored
 * too.
 */
function createTypedBefore() {
  const strokes: Stroke[] = []
  return {
    note: (target: EventTarget | null): void => {
      const field = fieldOf(target)
      strokes.push(field && { field, value: typedIn(field) })
      if (strokes.length > KEPT) strokes.shift()
    },
    /** The field before the keys of this scan and its end key, if it had the focus then. */
    scan: (target: EventTarget | null, scanned: string): Stroke => {
      const first = strokes.at(-(scanned.length + 1)) ?? null
      return first?.field === fieldOf(target) ? first : null
    },
  }
}

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target
  return target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'password')
    ? target
    : dayFieldOf(target)
}

const typedIn = (field: Field): string => field.dataset.day ?? (field as HTMLInputElement).value

/** Sets the value as typing does, so that React notices the change. */
function write(field: Field, value: string): void {
  if (field.dataset.day !== undefined) return void putBackDay(field, value)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
