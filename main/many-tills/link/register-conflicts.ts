/** What two tills changed at the same time: the first one's value stands, and a person decides about the other one. */
import { CommandRefused } from '../../../shared/failure.ts'
import type { ShopConflict } from '../../../shared/page/shop-conflict.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Register } from '../../storage/register/index.ts'
import { type Json, withPatch, wrapped } from '../server/index.ts'
import type { KindOfRows } from './register-kinds.ts'
import { conflictNote, conflictOf, conflictsIn, type RowName } from './register-notes.ts'

export type ShopConflicts = {
  readonly count: () => number
  readonly onChange: Signal['listen']
  /** The oldest first. */
  readonly list: () => readonly ShopConflict[]
  /** Ends a conflict: `theirs` stays as it is, `ours` is set again and goes to all tills. */
  readonly decide: (of: RowName & { readonly field: string | null }, keep: 'theirs' | 'ours') => Promise<void>
}

type Parts = {
  readonly register: Register
  readonly kinds: () => readonly KindOfRows[]
}

export function shopConflicts({ register, kinds }: Parts): ShopConflicts {
  const counted = (): number => conflictsIn(register).reduce((sum, { ours }) => sum + ours.length, 0)
  const changes = createSignal()
  let count = counted()
  register.onWrite(() => {
    const before = count
    count = counted()
    if (count !== before) changes.emit()
  })

  const list = (): readonly ShopConflict[] =>
    conflictsIn(register)
      .flatMap(({ kind, key, at, ours }) => {
        const part = partHere(kind, key)
        const name = nameIn(part) ?? nameIn(wholeOf(ours)) ?? key
        return ours.map(({ field, value }) => ({
          ...{ kind, key, name, at, field },
          ours: shown(field, value),
          theirs: shown(field, field === null ? (wrapped(part) as Json) : (wrapped(part)?.[field] ?? null)),
        }))
      })
      .sort((one, other) => one.at - other.at)

  const partHere = (kind: RowName['kind'], key: string): string | null => {
    const row = register.row(kind, key)
    const of = kinds().find((one) => one.kind === kind)
    return row === null ? null : (of?.sharedPart(key, row.body) ?? null)
  }

  return {
    count: () => count,
    onChange: changes.listen,
    list,
    decide: async ({ kind, key, field }, keep) => {
      const of = kinds().find((one) => one.kind === kind)
      if (of === undefined) throw new CommandRefused('NOT_FOUND')
      await of.change(() => {
        const had = conflictOf(register, { kind, key })
        const one = had?.ours.find((ours) => ours.field === field)
        if (had === null || one === undefined) throw new CommandRefused('NOT_FOUND')
        const left = had.ours.filter((ours) => ours !== one)
        const notes = [conflictNote({ kind, key }, left.length === 0 ? null : { ...had, ours: left })]
        if (keep === 'theirs') return { rows: new Map(), notes }
        const next = withValue(partHere(kind, key), field, one.value)
        const readable = next === null ? null : of.sharedPart(key, next)
        if (next !== null && readable === null) throw new CommandRefused('NOT_FOUND')
        return { rows: new Map([[key, readable]]), notes }
      })
    },
  }
}

function withValue(part: string | null, field: string | null, value: Json): string | null {
  if (field === null)
    return value === null ? null : withPatch(null, { set: value as never, unset: [], remove: false })
  const patch =
    value === null
      ? { set: {}, unset: [field], remove: false }
      : { set: { [field]: value }, unset: [], remove: false }
  return withPatch(part, patch)
}

const wholeOf = (ours: readonly { readonly field: string | null; readonly value: Json }[]): string | null => {
  const whole = ours.find(({ field }) => field === null)?.value ?? null
  return whole === null ? null : JSON.stringify(whole)
}

function nameIn(part: string | null): string | null {
  const name = wrapped(part)?.name
  return typeof name === 'string' ? name : null
}

/** A PIN is never shown. */
const shown = (field: string | null, value: Json): Json =>
  field === 'pin' ? null : field === null ? value !== null : value
