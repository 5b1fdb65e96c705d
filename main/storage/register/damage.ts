/** The report about damage in the register. It is stored as a row of the register, and is shown until a person acknowledges it. */
import { z } from 'zod'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Register, RegisterChange } from './types.ts'

/**
 * `old`: rows taken from the copy, which may be older than the lost ones. `lost`: rows that could not be recovered,
 * possibly including removed ones; null if their number is unknown.
 */
const counts = z.object({ old: z.int().nonnegative(), lost: z.int().nonnegative().nullable() })
type Counts = z.infer<typeof counts>

const note = z.object({
  /** The path of the damaged file. */
  setAside: z.string(),
  product: counts,
  person: counts,
  setting: counts,
  /** The shop had goods of its own, or may have had some, so the sample goods are not used. */
  own: z.boolean(),
  /** The last reported number of products that this program cannot read. Their rows stay in the register. */
  unreadable: z.int().nonnegative(),
  seen: z.boolean(),
})
export type RegisterDamage = z.infer<typeof note>

const DAMAGE = 'damage'
/** The key of the note that the list of staff is lost. It keeps the till locked. */
export const PEOPLE_LOST = 'people-lost'

const NONE: Counts = { old: 0, lost: 0 }
const UNKNOWN: Counts = { old: 0, lost: null }

export const damageNote = (of: RegisterDamage): RegisterChange => ({ key: DAMAGE, body: JSON.stringify(of) })

export const peopleLostNote = (file: string): RegisterChange => ({
  key: PEOPLE_LOST,
  body: JSON.stringify({ damaged: file }),
})

/** A note that this program cannot parse is reported as damage of unknown extent. */
export function readDamage({ rows, path }: Pick<Register, 'rows' | 'path'>): RegisterDamage | null {
  const row = rows('note').find(({ key }) => key === DAMAGE)
  return row === undefined ? null : damageIn(row.body, path)
}

export const damageIn = (body: string, path: string): RegisterDamage =>
  note.safeParse(JSON.parse(body)).data ?? {
    setAside: path,
    ...{ product: UNKNOWN, person: UNKNOWN, setting: UNKNOWN },
    ...{ own: true, unreadable: 0, seen: false },
  }

/** Adds the earlier report if nobody has acknowledged it. */
export function withEarlier(now: RegisterDamage, earlier: RegisterDamage | null): RegisterDamage {
  if (earlier === null || earlier.seen) return { ...now, own: now.own || earlier?.own === true }
  const sum = (kind: 'product' | 'person' | 'setting'): Counts => ({
    old: now[kind].old + earlier[kind].old,
    lost: now[kind].lost === null || earlier[kind].lost === null ? null : now[kind].lost + earlier[kind].lost,
  })
  return {
    ...now,
    ...{ product: sum('product'), person: sum('person'), setting: sum('setting') },
    own: now.own || earlier.own,
  }
}

export type DamageNotice = {
  /** Null if there was no damage, or a person has acknowledged it. */
  readonly report: () => RegisterDamage | null
  readonly acknowledge: (notes?: () => readonly RegisterChange[]) => void
  /** Reports products that this program cannot read, unless the same number is already reported. */
  readonly unreadable: (rows: number) => void
  readonly own: () => boolean
  readonly onChange: Signal['listen']
}

export function damageNotice(register: Register): DamageNotice {
  const changes = createSignal()
  let known = readDamage(register)
  const keep = (next: RegisterDamage, notes: readonly RegisterChange[] = []): void => {
    register.write('note', [damageNote(next), ...notes])
    known = next
    changes.emit()
  }
  return {
    report: () => (known === null || known.seen ? null : known),
    acknowledge: (notes = () => []) => {
      if (known !== null) keep({ ...known, seen: true }, notes())
    },
    unreadable: (rows) => {
      if (rows === (known?.unreadable ?? 0)) return
      if (known !== null && rows === 0) return keep({ ...known, unreadable: 0 })
      const now: RegisterDamage = {
        setAside: register.path,
        ...{ product: { old: 0, lost: rows }, person: NONE, setting: NONE },
        ...{ own: true, unreadable: rows, seen: false },
      }
      keep(withEarlier(now, known))
    },
    own: () => known?.own === true,
    onChange: changes.listen,
  }
}
