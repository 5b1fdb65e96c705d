import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Acting,
  createBursts,
  type Decision,
  type Stroke,
} from '../../../renderer/cashier/page/scanning/bursts.ts'

type Key = Pick<Stroke, 'code' | 'key' | 'shiftKey'>
type Timed = Key & { readonly at: number; readonly repeat?: boolean }

/** What the keys did: characters that were typed or keys that acted, and the codes, in their order. */
type Done = { readonly typed: string } | { readonly code: string }

/** Strikes the keys. The time passes between them; on a busy page nothing is told to the machine before the next key. */
function done(keys: readonly Timed[], { busy = false, acting = 'undone' as Acting } = {}): readonly Done[] {
  const bursts = createBursts<Timed>()
  const order: ({ key: Timed } | { code: string })[] = []
  const act = (key: Timed): void => void order.push({ key })
  const take = (decided: readonly Decision<Timed>[]): void => {
    for (const one of decided)
      if ('typed' in one) one.typed.forEach(act)
      else {
        // What acted before is undone.
        for (const key of one.keys) {
          const place = order.findIndex((done) => 'key' in done && done.key === key)
          if (place !== -1) order.splice(place, 1)
        }
        order.push({ code: one.code })
      }
  }
  for (const key of keys) {
    for (let due = bursts.due(); !busy && due !== null && due.at < key.at; due = bursts.due())
      take(bursts.passed(due.at))
    const { decided, fate } = bursts.down({ ...key, timeStamp: key.at }, key, acting)
    take(decided)
    if (fate === 'acts') act(key)
  }
  take(bursts.passed(Number.POSITIVE_INFINITY))
  return order.map((one) => ('key' in one ? { typed: one.key.key } : one))
}

const codesOf = (all: readonly Done[]) => all.flatMap((one) => ('code' in one ? [one.code] : []))
const typedOf = (all: readonly Done[]) => all.flatMap((one) => ('typed' in one ? [one.typed] : []))

const SIGNS: Readonly<Record<string, readonly [code: string, shift: boolean]>> = {
  '-': ['Minus', false],
  '.': ['Period', false],
  '/': ['Slash', false],
  '+': ['Equal', true],
  $: ['Digit4', true],
  '%': ['Digit5', true],
  ' ': ['Space', false],
  '*': ['Digit8', true],
  ']': ['BracketRight', false],
  _: ['Minus', true],
}

/** The key of a US keyboard. Under the Mongolian layout it writes something else. */
function keyOf(character: string, layout: 'us' | 'mn' = 'us'): Key {
  const sign = SIGNS[character]
  const key = layout === 'mn' && character !== ' ' ? 'ж' : character
  if (sign) return { code: sign[0], key, shiftKey: sign[1] }
  if (/\d/.test(character)) return { code: `Digit${character}`, key, shiftKey: false }
  return { code: `Key${character.toUpperCase()}`, key, shiftKey: /[A-Z]/.test(character) }
}

const ENTER: Key = { code: 'Enter', key: 'Enter', shiftKey: false }
const TAB: Key = { code: 'Tab', key: 'Tab', shiftKey: false }
const LF = { code: 'KeyJ', key: 'j', shiftKey: false, ctrlKey: true }

/** Keys one after the other; the first one at that time. */
const struck = (keys: readonly Key[], gaps: readonly number[], from = 1_000): readonly Timed[] => {
  let at = from
  return keys.map((key, place) => {
    at += place === 0 ? 0 : (gaps[(place - 1) % gaps.length] ?? 0)
    return { ...key, at }
  })
}

const CODE_SIGNS = [...'0123456789ABCXYZabcxyz-./+$% _']
const codes = (shortest: number) =>
  fc
    .array(fc.constantFrom(...CODE_SIGNS), { minLength: shortest, maxLength: 48 })
    .map((signs) => signs.join(''))
    // `00` and `000` are one key of a till's keyboard.
    .filter((code) => code.length > 3 || new Set(code).size > 1)
const layouts = fc.constantFrom('us' as const, 'mn' as const)
const actings = fc.constantFrom<Acting>('undone', 'lasting', 'certain')
const ends = fc.constantFrom([ENTER], [TAB], [ENTER, ENTER], [TAB, ENTER], [ENTER, LF])
/** The gaps in milliseconds between the keys of a scan; `many` is how many. */
type Gaps = (many: number) => readonly number[]

/** Equal digits in a row whose pause is much shorter than the others may be one key of a till's keyboard. */
const isClear = (code: string, gaps: Gaps): boolean =>
  !/(\d)\1/.test(code) || new Set(gaps(code.length)).size === 1

const scannerGaps: fc.Arbitrary<Gaps> = fc
  .tuple(
    fc.integer({ min: 3, max: 50 }),
    fc.oneof(fc.constant([1]), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 50 })),
  )
  .map(([mean, shares]) => (many) => {
    const taken = Array.from({ length: many }, (_, place) => shares[place % shares.length] ?? 1)
    const sum = taken.reduce((all, share) => all + share, 0)
    return taken.map((share) => (share * mean * many) / sum)
  })

test('a scan of three characters or more with an end key is one code, whole, and its keys do nothing else', () => {
  fc.assert(
    fc.property(
      codes(3),
      layouts,
      ends,
      scannerGaps,
      fc.boolean(),
      actings,
      (code, layout, end, gaps, busy, acting) => {
        fc.pre(isClear(code, gaps))
        const keys = [...[...code].map((sign) => keyOf(sign, layout)), ...end]
        expect(done(struck(keys, gaps(code.length)), { busy, acting })).toEqual([{ code }])
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a scan of four characters or more without an end key is one code after a pause', () => {
  fc.assert(
    fc.property(codes(4), layouts, scannerGaps, (code, layout, gaps) => {
      fc.pre(isClear(code, gaps))
      expect(
        done(
          struck(
            [...code].map((sign) => keyOf(sign, layout)),
            gaps(code.length - 1),
          ),
        ),
      ).toEqual([{ code }])
    }),
    { numRuns: 1_000 },
  )
})

/** Milliseconds between the keys of a person: two in a row take 160 at least, one alone as few as 20. */
const personGaps = fc
  .array(fc.tuple(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 0, max: 200 })), {
    minLength: 1,
    maxLength: 30,
  })
  .map((pairs) => pairs.flatMap(([quick, more]) => [quick, Math.max(20, 160 - quick) + more]))
  .filter((gaps) => gaps.every((gap, at) => gap + (gaps[(at + 1) % gaps.length] ?? 0) >= 160))

const personKeys = fc.array(fc.constantFrom(...CODE_SIGNS, 'Enter', 'Tab'), { minLength: 1, maxLength: 40 })
const asKeys = (names: readonly string[]): readonly Key[] =>
  names.map((name) => (name === 'Enter' ? ENTER : name === 'Tab' ? TAB : keyOf(name)))

test('what a person types stays typing, in its order', () => {
  fc.assert(
    fc.property(personKeys, personGaps, fc.boolean(), (names, gaps, busy) => {
      const keys = struck(asKeys(names), gaps)
      expect(done(keys, { busy })).toEqual(keys.map(({ key }) => ({ typed: key })))
    }),
    { numRuns: 2_000 },
  )
})

test('the keys 00 and 000 stay typing between the keys of a person', () => {
  const amounts = fc.array(fc.constantFrom('1', '5', '00', '000'), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 80, max: 240 }),
      fc.integer({ min: 0, max: 20 }),
      (presses, pace, within) => {
        let at = 1_000
        const keys = [...presses, 'Enter'].flatMap((press) => {
          at += pace
          if (press === 'Enter') return [{ ...ENTER, at }]
          return [...press].map((digit, place) => ({ ...keyOf(digit), at: at + place * within }))
        })
        expect(typedOf(done(keys))).toEqual(keys.map(({ key }) => key))
      },
    ),
  )
})

test('a scan that begins right after a person’s keys is its code alone, and their text stays', () => {
  fc.assert(
    fc.property(
      personKeys.filter((names) => names.length <= 12),
      personGaps,
      codes(8),
      fc.integer({ min: 3, max: 12 }),
      fc.integer({ min: 201, max: 400 }),
      (names, gaps, code, gap, pause) => {
        const typed = struck(asKeys(names), gaps)
        const scan = struck(
          [...[...code].map((sign) => keyOf(sign)), ENTER],
          [gap],
          (typed.at(-1)?.at ?? 0) + pause,
        )
        const all = done([...typed, ...scan])
        expect(codesOf(all)).toEqual([code])
        expect(typedOf(all)).toEqual(typed.map(({ key }) => key))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('the first key or two of a scanner, and a pause of up to 200 ms after them, cut no code', () => {
  fc.assert(
    fc.property(
      codes(8),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 4, max: 200 }),
      fc.constantFrom(3, 4, 8, 12),
      fc.boolean(),
      (code, first, pause, gap, busy) => {
        fc.pre(!code.slice(0, first).includes('*') && !/(\d)\1/.test(code))
        const gaps = Array.from({ length: code.length }, (_, at) => (at + 1 === first ? pause : gap))
        const keys = struck([...[...code].map((sign) => keyOf(sign)), ENTER], gaps)
        expect(done(keys, { busy })).toEqual([{ code }])
      },
    ),
  )
})

test('a scan that begins soon after the * of a quantity is its code alone', () => {
  const typed = struck(asKeys(['3', '*']), [150])
  const scan = struck(
    [...[...'8656001234566'].map((sign) => keyOf(sign)), ENTER],
    [4],
    (typed.at(-1)?.at ?? 0) + 110,
  )
  expect(done([...typed, ...scan])).toEqual([{ typed: '3' }, { typed: '*' }, { code: '8656001234566' }])
})

test('what a person types right after a code without an end key is no part of it', () => {
  fc.assert(
    fc.property(codes(8), fc.integer({ min: 3, max: 20 }), (code, gap) => {
      const scan = struck(
        [...code].map((sign) => keyOf(sign)),
        [gap],
      )
      const typed = struck(asKeys(['5', 'a', 'b', '3']), [110], (scan.at(-1)?.at ?? 0) + 120)
      const all = done([...scan, ...typed])
      expect(codesOf(all)).toEqual([code])
      expect(typedOf(all)).toEqual(['5', 'a', 'b', '3'])
    }),
  )
})

test('two scans one after the other are two codes', () => {
  fc.assert(
    fc.property(
      codes(4),
      codes(4),
      scannerGaps,
      fc.integer({ min: 20, max: 600 }),
      (one, other, gaps, pause) => {
        fc.pre(isClear(one, gaps) && isClear(other, gaps))
        const first = struck([...[...one].map((sign) => keyOf(sign)), ENTER], gaps(one.length))
        const second = struck(
          [...[...other].map((sign) => keyOf(sign)), ENTER],
          gaps(other.length),
          (first.at(-1)?.at ?? 0) + pause,
        )
        expect(done([...first, ...second])).toEqual([{ code: one }, { code: other }])
      },
    ),
  )
})

test('an end key that a person presses after a code without one is theirs, and so is one after another key', () => {
  const scan = struck(
    [...'86560012'].map((sign) => keyOf(sign)),
    [5],
  )
  const at = scan.at(-1)?.at ?? 0
  expect(done([...scan, { ...ENTER, at: at + 300 }])).toEqual([{ code: '86560012' }, { typed: 'Enter' }])
  const ended = [...scan, { ...ENTER, at: at + 5 }]
  const f11 = { code: 'F11', key: 'F11', shiftKey: false, at: at + 100 }
  expect(done([...ended, f11, { ...ENTER, at: at + 200 }])).toEqual([
    { code: '86560012' },
    { typed: 'F11' },
    { typed: 'Enter' },
  ])
})

test('a held key stays typing, however fast it repeats', () => {
  const held = (name: string, at: number) => ({ ...keyOf(name), at, repeat: at > 1_000 })
  const keys = Array.from({ length: 12 }, (_, place) => held('5', 1_000 + place * 30))
  expect(codesOf(done([...keys, { ...ENTER, at: 1_400 }]))).toEqual([])
})

test('a code is not split by two long pauses with a single key between them', () => {
  const gaps = [4, 4, 4, 4, 4, 4, 150, 150, 4, 4, 4, 4, 4]
  const keys = [...[...'8656001234565'].map((sign) => keyOf(sign)), ENTER]
  expect(done(struck(keys, gaps))).toEqual([{ code: '8656001234565' }])
})

test('a pause of a Bluetooth scanner in the middle of a code does not cut it', () => {
  const keys = struck(
    [...[...'8656001234565'].map((sign) => keyOf(sign)), ENTER],
    [4, 4, 4, 4, 4, 4, 200, 4, 4, 4, 4, 4, 4],
  )
  expect(done(keys)).toEqual([{ code: '8656001234565' }])
})
