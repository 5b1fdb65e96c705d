import { createScanReader } from '../scan.ts'

export type Scan = {
  readonly code: string
  /** Where the keyboard was. */
  readonly field: EventTarget | null
  /** Gives the field what it had before the scanner typed into it. */
  readonly putBack: () => void
}

/** Takes a scan, or leaves it to the one beneath. */
export type Taker = (scan: Scan, pass: (scan: Scan) => void) => void

export type Scanner = {
  /** What is on top has the scan first; gives what takes it away again. */
  readonly take: (taker: Taker) => () => void
  /** Has what nobody took. */
  readonly otherwise: (taker: (scan: Scan) => void) => () => void
}

/** What a scanner is listened to on: the window, or a test's own. */
type Keys = Pick<Window, 'addEventListener'>

/**
 * The page's one ear for the wedge scanner. It listens before anyone else does, so that what ends a scan presses no
 * button, takes no money and moves no focus, wherever the keyboard is.
 */
export function listenForScans(keys: Keys): Scanner {
  const takers: Taker[] = []
  let rest: (scan: Scan) => void = () => {}
  const readScan = createScanReader()
  const typedBefore = createTypedBefore()
  const give = (scan: Scan, from = takers.length - 1): void => {
    const taker = takers[from]
    if (taker) taker(scan, (passed) => give(passed, from - 1))
    else rest(scan)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const code = readScan(event)
    const putBack = typedBefore(event.target, code)
    if (code === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    give({ code, field: event.target, putBack: () => putBack?.() })
  }
  keys.addEventListener('keydown', onKey, true)
  return {
    take: (taker) => {
      takers.push(taker)
      return () => void takers.splice(takers.lastIndexOf(taker), 1)
    },
    otherwise: (taker) => {
      rest = taker
      return () => {
        if (rest === taker) rest = () => {}
      }
    },
  }
}

/** More strokes than the longest code and what ends it. */
const KEPT = 16

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Stroke = { readonly field: Field; readonly value: string } | null

/**
 * Remembers what a field held before each stroke. A scanner types into whatever field has the keyboard, and what a layout
 * makes of its keys is anyone's guess: what was there before the first of them is put back. A list that chose by the
 * digits gets its choice back the same way.
 */
function createTypedBefore(): (target: EventTarget | null, scanned: string | null) => (() => void) | null {
  const strokes: Stroke[] = []
  return (target, scanned) => {
    const field = fieldOf(target)
    strokes.push(field && { field, value: field.value })
    if (strokes.length > KEPT) strokes.shift()
    if (scanned === null) return null
    const first = strokes.at(-(scanned.length + 1)) ?? null
    return first && first.field === field ? () => write(first.field, first.value) : null
  }
}

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target
  return target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'password')
    ? target
    : null
}

/** As if it was typed, so that whoever draws the field takes notice. */
function write(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
