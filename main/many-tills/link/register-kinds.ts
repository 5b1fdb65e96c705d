/**
 * What tills of a shop share, kind by kind: how a stored row becomes one of the shop database and back, and by which door
 * of the till it is changed, so that search, screen and sign-in follow.
 */
import { SETTINGS, type Settings, SHARED_KEYS } from '../../../shared/shop/settings.ts'
import { type ShopGoods, tidyBody } from '../../shop/goods/index.ts'
import { tidyOrganisation } from '../../shop/organisations/index.ts'
import { type SealedPerson, type Staff, sealedPerson, sealedPersonOf } from '../../shop/people/index.ts'
import type { SettingsStore } from '../../shop/settings/index.ts'
import type { Register, RegisterChange, SharedKind } from '../../storage/register/index.ts'
import { bodyOf, type Fields, type Json, openSecret, sealSecret, wrapped } from '../server/index.ts'

/** Rows by key with the notes that are stored with them. A null body removes the row. */
export type RowChanges = {
  readonly rows: ReadonlyMap<string, string | null>
  readonly notes: readonly RegisterChange[]
}

export type KindOfRows = {
  readonly kind: SharedKind
  /** The part of a stored row that tills share, always as the same text. Null if this program cannot read it. */
  readonly sharedPart: (key: string, body: string) => string | null
  /** The part as it is on the wire, and back. Null where this program, or this till's pepper, cannot read it. */
  readonly toShop: (key: string, part: string) => Fields
  readonly fromShop: (key: string, fields: Fields) => string | null
  /** Carries out what `make` returns. `make` runs after all earlier changes of the kind, and nothing comes between. */
  readonly change: (make: () => RowChanges) => Promise<void>
}

type Parts = {
  readonly register: Pick<Register, 'write'>
  readonly goods: Pick<ShopGoods, 'receive'>
  readonly staff: Pick<Staff, 'receive' | 'isDamaged'>
  readonly settings: Pick<SettingsStore, 'write'>
  /** The pepper of PIN hashes; null while the vault does not give it. */
  readonly pepper: () => Buffer | null
}

export function kindsOfRows(parts: Parts): readonly KindOfRows[] {
  const [people, ...others] = [
    ...[peopleRows(parts), settingRows(parts), organisationRows(parts), goodsRows(parts)],
  ]
  // A till whose list of staff is damaged is locked until its owner has mended it.
  return people === undefined || parts.staff.isDamaged() ? others : [people, ...others]
}

const asShop = (part: string): Fields => wrapped(part) ?? {}

const goodsRows = ({ goods }: Parts): KindOfRows => ({
  kind: 'product',
  sharedPart: tidyBody,
  toShop: (_, part) => asShop(part),
  fromShop: (key, fields) => tidyBody(key, JSON.stringify(fields)),
  change: goods.receive,
})

const organisationRows = ({ register }: Parts): KindOfRows => ({
  kind: 'organisation',
  sharedPart: tidyOrganisation,
  toShop: (_, part) => asShop(part),
  fromShop: (key, fields) => tidyOrganisation(key, JSON.stringify(fields)),
  change: async (make) => {
    const { rows, notes } = make()
    register.write(
      'organisation',
      [...rows].map(([key, body]) => ({ key, body })),
      notes,
    )
  },
})

const KNOWN_KEYS: ReadonlySet<string> = new Set(SHARED_KEYS)

function readSetting(key: string, body: string): string | null {
  if (!KNOWN_KEYS.has(key)) return null
  const read = SETTINGS[key as (typeof SHARED_KEYS)[number]].schema.safeParse(JSON.parse(body))
  return read.success ? JSON.stringify(read.data) : null
}

const settingRows = ({ settings, register }: Parts): KindOfRows => ({
  kind: 'setting',
  sharedPart: readSetting,
  toShop: (_, part) => asShop(part),
  fromShop: (key, fields) => {
    const body = bodyOf(fields)
    return body === null ? null : readSetting(key, body)
  },
  change: async (make) => {
    const { rows, notes } = make()
    const given = [...rows].flatMap(([key, body]) =>
      body === null ? [] : [[key, JSON.parse(body)] as const],
    )
    if (given.length > 0) settings.write(Object.fromEntries(given) as Partial<Settings>, () => notes)
    else if (notes.length > 0) register.write('setting', [], notes)
  },
})

/** The owner's recovery code stays at its till: it works once, and is on paper there. */
const peopleRows = ({ staff, pepper }: Parts): KindOfRows => ({
  kind: 'person',
  sharedPart: (key, body) => {
    const person = sealedPersonOf(key, body)
    return person && JSON.stringify(person)
  },
  toShop: (key, part) => {
    const { pin, ...person } = JSON.parse(part) as SealedPerson
    return { ...person, pin: pin && sealSecret(pepperOf(pepper), key, JSON.stringify(pin)) }
  },
  fromShop: (key, fields) => {
    const known = Object.keys(sealedPerson.shape).map((field) => [field, fields[field]] as const)
    const read = sealedPerson.safeParse({
      ...Object.fromEntries(known),
      pin: openedPin(pepper(), key, fields.pin ?? null),
    })
    return read.success && read.data.id === key ? JSON.stringify(read.data) : null
  },
  change: async (make) => {
    const { rows, notes } = make()
    const people = [...rows.values()].flatMap((body) =>
      body === null ? [] : [JSON.parse(body) as SealedPerson],
    )
    staff.receive(people, notes)
  },
})

function pepperOf(pepper: Parts['pepper']): Buffer {
  const key = pepper()
  if (key === null) throw new Error('the vault does not give the pepper')
  return key
}

/** Undefined, which no person has, where it cannot be opened. */
function openedPin(pepper: Buffer | null, owner: string, sealed: Json): unknown {
  if (sealed === null) return null
  const pin = pepper === null || typeof sealed !== 'string' ? null : openSecret(pepper, owner, sealed)
  return pin === null ? undefined : JSON.parse(pin)
}
