/** What became of the rows when the register, or an older file, was damaged. A note in the register tells it until a person has read it. */
import { z } from 'zod'
import { createSignal, type Signal } from '../signal.ts'
import type { Kind, Register, RegisterChange } from './types.ts'

/** `lost` counts removed rows too, where they cannot be told apart, and is null where it cannot be told. */
const counts = z.object({ old: z.int().nonnegative(), lost: z.int().nonnegative().nullable() })
type Counts = z.infer<typeof counts>

const note = z.object({
  /** The path of the damaged file. */
  setAside: z.string(),
  /** `old` rows come from the last copy: they may be older than what was lost. */
  product: counts,
  person: counts,
  setting: counts,
  /** There were goods, or perhaps there were: the sample does not come back in their place. */
  own: z.boolean(),
  /** How many rows of goods this program could not read when it was last told. They stay in the register. */
  unreadable: z.int().nonnegative(),
  seen: z.boolean(),
})
export type RegisterDamage = z.infer<typeof note>

const DAMAGE = 'damage'
/** The key of the note that the people are lost: nobody may take the till for one without people. */
export const PEOPLE_LOST = 'people-lost'

export const NONE: Counts = { old: 0, lost: 0 }
const UNKNOWN: Counts = { old: 0, lost: null }

export const damageNote = (of: RegisterDamage): RegisterChange => ({ key: DAMAGE, body: JSON.stringify(of) })

export const peopleLostNote = (file: string): RegisterChange => ({
  key: PEOPLE_LOST,
  body: JSON.stringify({ damaged: file }),
})

/** A note that this program cannot read tells that there was damage, and nothing more. */
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

/** Both, where nobody has read of the earlier one. */
export function withEarlier(now: RegisterDamage, earlier: RegisterDamage | null): RegisterDamage {
  if (earlier === null || earlier.seen) return { ...now, own: now.own || earlier?.own === true }
  const sum = (kind: Exclude<Kind, 'note'>): Counts => ({
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
  /** Null where there was none, or a person has read of it. */
  readonly report: () => RegisterDamage | null
  readonly acknowledge: () => void
  /** Tells of rows of goods that this program cannot read, once for each number of them. */
  readonly unreadable: (rows: number) => void
  readonly own: () => boolean
  readonly onChange: Signal['listen']
}

export function damageNotice(register: Register): DamageNotice {
  const changes = createSignal()
  let known = readDamage(register)
  const keep = (next: RegisterDamage): void => {
    register.write('note', [damageNote(next)])
    known = next
    changes.emit()
  }
  return {
    report: () => (known === null || known.seen ? null : known),
    acknowledge: () => {
      if (known !== null) keep({ ...known, seen: true })
    },
    unreadable: (rows) => {
      if (rows === (known?.unreadable ?? 0)) return
      const now: RegisterDamage = {
        setAside: register.path,
        ...{ product: { old: 0, lost: rows }, person: NONE, setting: NONE },
        ...{ own: true, unreadable: rows, seen: rows === 0 },
      }
      keep(rows === 0 && known !== null ? { ...known, unreadable: 0 } : withEarlier(now, known))
    },
    own: () => known?.own === true,
    onChange: changes.listen,
  }
}
