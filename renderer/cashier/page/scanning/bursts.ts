/**
 * Tells the keys of a scanner from those of a person. Pure: it knows keys and their times, and no page.
 *
 *      ┌────────┐  a character   ┌─────────┐  ≥ 4 characters,  ┌─────────┐  an end key, or a  ┌───────┐
 *      │  idle  │ ─────────────▶ │  typed  │  mean ≤ 50 ms     │  burst  │  pause of 250 ms   │ ended │
 *      └────────┘                │  or not │ ────────────────▶ │         │ ─────────────────▶ │       │ ─▶ the code
 *           ▲                    └─────────┘  (≥ 3 and an end  └─────────┘                    └───────┘
 *           │   slower, or a pause:  │         key: the code)                                     │
 *           └──────── typing ◀───────┘                                 further end keys: part of it, then idle
 *
 * A key that comes at a scanner's pace *waits*: it does nothing until it is decided what it belongs to. Then it is typed
 * after all (`typed`), or it is part of a code. A key that did something before (the first of a burst, or one after a long
 * gap) is undone by the page when the code is known.
 */

/** The fields of a KeyboardEvent that are needed. */
export type Stroke = {
  /** The key's position. Empty for a character that has none. */
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey?: boolean
  readonly timeStamp: number
  /** Whether the event is a repeat of a held key. */
  readonly repeat?: boolean
  /** How many keys were pressed for it, where a scanner types a character as its number. Default: 1. */
  readonly keys?: number
}

/** What is decided about earlier keys, in their order. */
export type Decision<Kept> =
  /** These keys waited, and are typed after all. */
  | { readonly typed: readonly Kept[] }
  /** One burst: its code, and all of its keys in their order. */
  | { readonly code: string; readonly keys: readonly Kept[] }

/** What becomes of a key at once: it does what it always does, it waits, or it has been used up. */
type Fate = 'acts' | 'waits' | 'used'

/**
 * Whether a key may act before it is decided what it belongs to: what it does can be undone; it cannot; or the page cannot keep it
 * from acting.
 */
export type Acting = 'undone' | 'lasting' | 'certain'

export type Bursts<Kept> = {
  /** Takes a key that goes down. `kept` comes back in the decision about it. */
  readonly down: (stroke: Stroke, kept: Kept, acting: Acting) => Taken<Kept>
  /** Takes the time when no key has come since. Decides what can be decided then. */
  readonly passed: (now: number) => readonly Decision<Kept>[]
  /** When `passed` decides something, and how long after the last key that is; null if nothing is undecided. */
  readonly due: () => { readonly at: number; readonly in: number } | null
  /** What waits is typed: the focus moves, or a key with Ctrl or Alt comes. */
  readonly release: () => readonly Decision<Kept>[]
}

type Taken<Kept> = { readonly decided: readonly Decision<Kept>[]; readonly fate: Fate }

/** The mean time between two keys of a scanner is at most 50 ms, and half of one for the clock. That of a person is rarely under 80. */
const MEAN_MS = 50.5
/**
 * A longer pause ends a code: Bluetooth scanners pause for up to 200 ms within one. End keys that follow each other within it are
 * one end: Enter Enter, Tab Enter, CR LF.
 */
const PAUSE_MS = 250
/** A key that waits is typed if so long no further key has come. It is longer than the pause between two keys of a scanner. */
const WAIT_MS = 60
/** The keys `00` and `000` write their digits this close together: USB asks a slow keypad every 10 ms, for down and for up. */
const ONE_KEY_MS = 20
const MOST_OF_ONE_KEY = 3
/** With their digits as one key, a scanner's keys are at most this far apart, a person's are further. */
const MEAN_OF_KEYS_MS = 79

/** How many keys that a person typed are remembered. */
const MOST_TYPED = 64

/** The fewest characters of a code with and without an end key. */
const FEWEST = { ended: 3, open: 4 } as const

export function createBursts<Kept>(): Bursts<Kept> {
  let run: readonly Waiting<Kept>[] = []
  /** When the end key of the last code, or a further one, went down, if no other key came since. */
  let endedAt = Number.NEGATIVE_INFINITY

  const last = (): number => run.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  /** The keys that wait are typed. They may still turn out to be the beginning of a burst. */
  const typeWaiting = (): readonly Decision<Kept>[] => {
    const typed = run.filter(({ waits }) => waits).map(({ kept }) => kept)
    run = run.map((key) => ({ ...key, waits: false }))
    return typed.length === 0 ? [] : [{ typed }]
  }
  const release = (): readonly Decision<Kept>[] => {
    const decided = typeWaiting()
    run = []
    return decided
  }
  /** The run is over: what of it is a code, and what was typed before. */
  const conclude = (end: number | null): readonly Decision<Kept>[] => {
    const start = burstIn(run, end)
    if (start === null) return release()
    const burst = run.slice(start)
    run = run.slice(0, start)
    if (end !== null) endedAt = end
    return [
      ...release(),
      { code: burst.map(({ character }) => character).join(''), keys: burst.map(({ kept }) => kept) },
    ]
  }
  /** Ends a code that has no end key, because a person went on typing after it. */
  const concludeEarlier = (): readonly Decision<Kept>[] => {
    const code = beforePerson(run)
    const after = run.slice(code.length)
    run = code
    const decided = conclude(null)
    run = after
    return decided
  }
  const passed = (now: number): readonly Decision<Kept>[] => {
    if (run.length === 0) return []
    if (now >= last() + PAUSE_MS) return conclude(null)
    return now >= last() + WAIT_MS && burstIn(run, null) === null ? typeWaiting() : []
  }
  /** An end key: of the code before it, of the end before it, or a person's. */
  const end = (at: number): Taken<Kept> => {
    if (run.length === 0) {
      if (at - endedAt > PAUSE_MS) return { decided: [], fate: 'acts' }
      endedAt = at
      return { decided: [], fate: 'used' }
    }
    const isCode = burstIn(run, at) !== null
    return { decided: isCode ? conclude(at) : release(), fate: isCode ? 'used' : 'acts' }
  }
  const character = (key: Waiting<Kept>, acting: Acting): Taken<Kept> => {
    const code = isOver(run, key) ? concludeEarlier() : []
    const isQuick = run.length > 0 && key.at - last() <= MEAN_MS
    const mayWait = acting === 'lasting' || isQuick || burstIn([...run, key], null) !== null
    const waits = acting !== 'certain' && mayWait
    // What waits is typed before a key that acts.
    const typed = waits ? [] : typeWaiting()
    run = [...(waits ? run : run.slice(-MOST_TYPED)), { ...key, waits }]
    return { decided: [...code, ...typed], fate: waits ? 'waits' : 'acts' }
  }
  return {
    down: (stroke, kept, acting) => {
      const { timeStamp: at } = stroke
      const before = passed(at)
      const sign = signOf(stroke, run.length > 0 || at - endedAt <= PAUSE_MS)
      const { decided, fate }: Taken<Kept> =
        stroke.repeat === true || sign === null
          ? { decided: release(), fate: 'acts' }
          : sign === 'end'
            ? end(at)
            : character({ ...sign, at, kept, waits: false }, acting)
      if (fate !== 'used') endedAt = Number.NEGATIVE_INFINITY
      return { decided: [...before, ...decided], fate }
    },
    passed,
    due: () => {
      const pause = burstIn(run, null) !== null ? PAUSE_MS : run.some(({ waits }) => waits) ? WAIT_MS : null
      return pause === null ? null : { at: last() + pause, in: pause }
    },
    release,
  }
}

type Sign = { readonly character: string; readonly presses: number }
type Key = Sign & { readonly at: number }
type Waiting<Kept> = Key & { readonly kept: Kept; readonly waits: boolean }

/** Where the burst begins at the end of the run; null if its last keys are a person's. */
function burstIn(run: readonly Key[], end: number | null): number | null {
  const fewest = end === null ? FEWEST.open : FEWEST.ended
  for (let start = run.length - fewest; start >= 0; start--) {
    if (start > 0 && !isSeam(run, start, end)) continue
    if (isQuick(run.slice(start), end) && !isOneKey(run.slice(start))) return start
  }
  return null
}

/** Whether a person's keys end before this key. A pause within a code has at least three quick keys before it, too. */
function isSeam(run: readonly Key[], start: number, end: number | null): boolean {
  const pause = pauseAt(run, start)
  if (pause < PERSON_MS) return false
  const before = run.slice(0, start)
  const isQuantity = before.at(-1)?.character === '*'
  // One or two keys tell no pace: they may be a scanner's first packet, and the rest of its code would be another code.
  const isPersons =
    before.length < FEWEST.ended ? isQuantity || pause > PACKET_MS : meanOf(before, null) > BETWEEN_MS
  return isPersons && isPersonsPause(pause, meanOf(run.slice(start), end))
}

/** Whether a person went on typing after a code: the last three pauses, each, are too long for the scanner of that code. */
function isOver(run: readonly Key[], key: Key): boolean {
  const all = [...run, key]
  const before = beforePerson(run)
  if (burstIn(before, null) === null) return false
  const mean = meanOf(before, null)
  return all
    .slice(before.length)
    .every((_key, after) => isPersonsPause(pauseAt(all, before.length + after), mean))
}

const pauseAt = (run: readonly Key[], place: number): number => {
  const [last, next] = [run[place - 1], run[place]]
  return last === undefined || next === undefined ? 0 : (next.at - last.at) / next.presses
}

const isPersonsPause = (pause: number, meanOfCode: number): boolean =>
  pause >= PERSON_MS && pause > SEAM * meanOfCode

/** After this many keys at a person's pace, the code before them has ended. */
const TYPED_AFTER = 3
/** The run without the keys that a person may have typed after a code. The newest of them is not in the run yet. */
const beforePerson = <Any extends Key>(run: readonly Any[]): readonly Any[] => run.slice(0, 1 - TYPED_AFTER)
/** The pause between a person's key and a scanner's first is at least this. */
const PERSON_MS = 100
/** The longest pause between two packets of a Bluetooth scanner. */
const PACKET_MS = 200
/** A mean over this is rather a person's than a scanner's. */
const BETWEEN_MS = 55
/** The pause between a person's key and a scanner's is longer than this many of the scanner's. */
const SEAM = 3.5

const isQuick = (keys: readonly Key[], end: number | null): boolean =>
  meanOf(keys, end) <= MEAN_MS && meanOf(keys, end, isSameKey) <= MEAN_OF_KEYS_MS

/** The mean time between two keys. */
function meanOf(keys: readonly Key[], end: number | null, isLeftOut: typeof isSameKey = () => false): number {
  const first = keys[0]?.at ?? 0
  const last = end ?? keys.at(-1)?.at ?? first
  const counted = keys.filter((_key, place) => place > 0 && !isLeftOut(keys, place))
  const steps = counted.reduce((sum, { presses }) => sum + presses, end === null ? 0 : 1)
  return steps === 0 ? Number.POSITIVE_INFINITY : (last - first) / steps
}

/** Whether this digit is one of `00` or `000`, and not the first. */
function isSameKey(keys: readonly Key[], place: number): boolean {
  const isNext = (at: number): boolean => {
    const [before, now] = [keys[at - 1], keys[at]]
    if (before === undefined || now === undefined || !/^\d$/.test(now.character)) return false
    return before.character === now.character && now.at - before.at <= ONE_KEY_MS
  }
  const isThird = isNext(place - 1)
  return isNext(place) && !(isThird && place >= MOST_OF_ONE_KEY && isNext(place - 2))
}

const isOneKey = (keys: readonly Key[]): boolean =>
  keys.length <= MOST_OF_ONE_KEY && keys.every(({ character }) => character === keys[0]?.character)

/** The keys of a US keyboard that write no letter or digit: without and with shift. */
const US_SIGNS: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadDivide: '//',
  NumpadMultiply: '**',
  NumpadSubtract: '--',
  NumpadAdd: '++',
  NumpadDecimal: '..',
}
const US_SHIFTED_DIGITS = ')!@#$%^&*('

const END_KEYS: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Tab'])
/** With Ctrl: CR, LF, Tab. */
const END_CONTROLS: ReadonlySet<string> = new Set(['KeyM', 'KeyJ', 'KeyI'])
/** The separator of GS1, as scanners type it in the middle of a code. */
const GROUP_SEPARATOR = '\u001d'

/** What a key means in a code; null if it is in none. `inCode`: whether a code has begun. */
function signOf(stroke: Stroke, inCode: boolean): Sign | 'end' | null {
  const { code, key, shiftKey, ctrlKey, keys: presses = 1 } = stroke
  if (ctrlKey === true) {
    if (!inCode) return null
    if (code === 'BracketRight') return { character: GROUP_SEPARATOR, presses }
    return END_CONTROLS.has(code) ? 'end' : null
  }
  if (END_KEYS.has(code)) return shiftKey ? null : 'end'
  const character = characterOf(code, shiftKey) ?? (code === '' && key.length === 1 ? key : null)
  return character === null ? null : { character, presses }
}

/** By the key's position, so that a code is read under any layout and with Caps Lock. */
function characterOf(code: string, shiftKey: boolean): string | null {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  const [, kind, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit !== undefined)
    return kind === 'Digit' && shiftKey ? (US_SHIFTED_DIGITS[Number(digit)] ?? null) : digit
  return US_SIGNS[code]?.[shiftKey ? 1 : 0] ?? null
}
