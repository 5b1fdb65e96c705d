/**
 * Goods, people and the shop's settings go both ways: what a person changed at this till goes up, and what another till
 * changed comes down into the till's register.
 *
 *     changed here ── edit(base version, fields) ──▶ merged with later changes of other fields ──▶ taken at this till
 *          ▲                                     └─▶ same field: the first one's stands, a person decides about ours
 *          └── ours again ── a person ◀──────────────┘
 *     changed elsewhere ── pull(after position) ──▶ taken at this till, unless the row waits to be sent
 *
 * Only the server merges. A till that joins takes the shop's rows and sends the rows that only it has.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { Register, RegisterChange, SharedKind } from '../../storage/register/index.ts'
import {
  type Edit,
  type Fields,
  type Json,
  patchOf,
  type ShopDatabase,
  withPatch,
  wrapped,
} from '../server/index.ts'
import type { LinkTask } from './link.ts'
import type { MembershipStore } from './membership.ts'
import type { KindOfRows, RowChanges } from './register-kinds.ts'
import {
  type Agreed,
  agreedNote,
  agreedOn,
  allAgreed,
  conflictNote,
  conflictOf,
  forgetShop,
  nameOf,
  type Ours,
  type Place,
  type RowName,
  readPlace,
  unknownIn,
  withOurs,
  writePlace,
} from './register-notes.ts'

type Membership = Pick<MembershipStore, 'read' | 'secrets'>
type Pepper = () => Buffer | null

export type RegisterTaskParts = {
  readonly register: Register
  /** Those that can be exchanged now, with the membership's pepper. */
  readonly kinds: (pepper: Pepper) => readonly KindOfRows[]
  /** What was taken from other tills: how many rows of each kind. */
  readonly taken: (counts: Readonly<Partial<Record<SharedKind, number>>>) => void
  readonly clock: Clock
  readonly log: Log
}

/** The hint of a change may be lost, and a price must be at each till within two seconds. */
const EVERY_MS = 1_000
const ROWS_A_PULL = 500

/** Returns the task of a shop that is open. Shops are open one after the other, with one register. */
export function registerTasks(parts: RegisterTaskParts): (membership: Membership) => LinkTask {
  const { register, clock, log } = parts
  let membership: Membership | null = null
  const kinds = (): readonly KindOfRows[] => parts.kinds(() => pepperOf(membership))
  /** Wakes the task of the shop that is open. */
  let wake = (): void => {}
  /** Rows that may differ from what was agreed on. Null until all were looked at. */
  const changed = new Map<SharedKind, Set<string> | null>()
  /** What the server will never take, by row: not sent again until it changes. */
  const refused = new Map<string, string | null>()
  /**
   * The first row that could not be taken. The till remembers no place after it, so that it reads it again after the
   * next start, perhaps with a newer program.
   */
  let skipped: number | null = null
  /** Part of the ids of edits: after an answer that was for that moment alone, the same edit needs another id. */
  let turn = 0

  register.onWrite(({ kind, keys }) => {
    if (kind === 'note' || kind === 'agreed' || kind === 'conflict') return
    if (keys === null) changed.set(kind, null)
    else for (const key of keys) changed.get(kind)?.add(key)
    wake()
  })

  /** The shared part of a row of this till. Null where there is none, undefined where it cannot be read. */
  const partHere = (rowKind: KindOfRows, key: string): string | null | undefined => {
    const row = register.row(rowKind.kind, key)
    return row === null ? null : (rowKind.sharedPart(key, row.body) ?? undefined)
  }

  /** Undefined where this program cannot read it. */
  const partThere = (rowKind: KindOfRows, key: string, body: Fields | null): string | null | undefined =>
    body === null ? null : (rowKind.fromShop(key, body) ?? undefined)

  const agreedRow = (
    rowKind: KindOfRows,
    row: RowName,
    version: number,
    body: Fields | null,
    part: string | null,
  ) => {
    const more = body === null || part === null ? {} : unknownIn(body, rowKind.toShop(row.key, part))
    const now: Agreed = { version, part, ...(Object.keys(more).length > 0 ? { more } : {}) }
    return agreedNote(row, now)
  }

  /** The keys of a kind that may have to be sent. The first time all rows are looked at, in slices. */
  async function candidates(rowKind: KindOfRows): Promise<Set<string>> {
    const known = changed.get(rowKind.kind)
    if (known) return known
    const found = new Set<string>()
    changed.set(rowKind.kind, found) // what is written meanwhile is added
    const look = (key: string): void => {
      if (differs(rowKind, key)) found.add(key)
    }
    for await (const rows of rowBatches(register.portions(rowKind.kind)))
      for (const { key } of rows) look(key)
    for await (const rows of rowBatches(allAgreed(register)))
      for (const { kind, key, part } of rows)
        if (kind === rowKind.kind && part !== null && register.row(kind, key) === null) look(key)
    return found
  }

  const differs = (rowKind: KindOfRows, key: string): boolean => {
    const here = partHere(rowKind, key)
    const had = agreedOn(register, { kind: rowKind.kind, key })
    return here !== undefined && !isAgreed(here, had)
  }

  return (opened) => ({
    name: 'register',
    everyMs: EVERY_MS,
    followsShop: true,
    onWork: (listener) => {
      wake = listener
    },
    begin: ({ database, greeting }) => {
      membership = opened
      skipped = null
      let place: Place | null = null
      let written: string | null = null
      return async () => {
        place ??= placeOf(opened, greeting.epoch)
        if (place.epoch !== greeting.epoch) place = await givenBack(database, place, greeting.epoch)
        if (!place.complete) place = await pulled(database, place)
        await push(database, place)
        place = { ...(await pulled(database, place)), complete: true }
        const { position } = place
        const next = { ...place, position: skipped === null ? position : Math.min(position, skipped - 1) }
        if (JSON.stringify(next) === written) return
        writePlace(register, next)
        written = JSON.stringify(next)
      }
    },
  })

  function placeOf({ read }: Membership, epoch: string): Place {
    const { user, shop } = read() ?? { user: '', shop: '' }
    const had = readPlace(register)
    if (had?.user === user) return had
    forgetShop(register, had?.shop === shop ? ['agreed'] : ['agreed', 'conflict'])
    changed.clear()
    refused.clear()
    const first = { user, shop, epoch, position: 0, complete: false }
    writePlace(register, first)
    return first
  }

  // Down -------------------------------------------------------------------------------------------------------------

  async function pulled(database: ShopDatabase, from: Place): Promise<Place> {
    let { epoch, position } = from
    const counts: Partial<Record<SharedKind, number>> = {}
    /** People are taken together, because alone they may have no owner. */
    const people: PulledRow[] = []
    const takeAll = async (rowKind: KindOfRows, rows: readonly PulledRow[]): Promise<void> => {
      counts[rowKind.kind] = (counts[rowKind.kind] ?? 0) + (await take(rowKind, rows, !from.complete))
    }
    for (;;) {
      const said = await database.pull(epoch, position, ROWS_A_PULL)
      if (said.restored) {
        ;({ epoch, position } = await givenBack(database, { ...from, position }, said.epoch))
        continue
      }
      if (said.rows.length === 0) break
      for (const rowKind of kinds()) {
        const rows = said.rows.filter(({ kind }) => kind === rowKind.kind)
        if (rowKind.kind === 'person') people.push(...rows)
        else if (rows.length > 0) await takeAll(rowKind, rows)
      }
      position = said.rows.at(-1)?.position ?? position
    }
    const ofPeople = kinds().find(({ kind }) => kind === 'person')
    if (ofPeople !== undefined && people.length > 0) await takeAll(ofPeople, people)
    if (Object.values(counts).some((count) => count > 0)) parts.taken(counts)
    return { ...from, epoch, position }
  }

  /** Returns how many rows of this till it changed. */
  async function take(rowKind: KindOfRows, rows: readonly PulledRow[], joining: boolean): Promise<number> {
    const skip = (position: number): void => {
      skipped = Math.min(skipped ?? position, position)
    }
    let count = 0
    const make = (): RowChanges => {
      const written = new Map<string, string | null>()
      const notes: RegisterChange[] = []
      for (const { key, version, body, position } of rows) {
        const row = { kind: rowKind.kind, key }
        const had = agreedOn(register, row)
        if (had !== null && version < had.version) continue
        const there = partThere(rowKind, key, body)
        const here = partHere(rowKind, key)
        if (there === undefined || here === undefined) {
          skip(position)
          continue
        }
        const isOurs = here !== (had?.part ?? null) && here !== there
        const givesWay = isOurs && joining && (had?.version ?? 0) === 0 && there !== null
        if (isOurs && !givesWay) continue // waits to be sent, and is merged there
        if (here !== there) written.set(key, there)
        if (had?.version !== version || had.part !== there)
          notes.push(agreedRow(rowKind, row, version, body, there))
        // A till that joins takes over the shop's settings; of goods and people a person decides.
        if (givesWay && rowKind.kind !== 'setting')
          notes.push(...conflictFrom(row, undecided(row, here, there)))
      }
      count = written.size
      return { rows: written, notes }
    }
    try {
      await rowKind.change(make)
    } catch (error) {
      if (!isLastOwner(error)) throw error
      log.warn('the shop database would leave this till without an owner; its people stay as they are')
      for (const { position } of rows) skip(position)
      return 0
    }
    return count
  }

  /** The fields that differ, without those that wait for a person's decision: there, the row here has another till's value. */
  function undecided(row: RowName, here: string | null, there: string | null): readonly Ours[] {
    const waits = conflictOf(register, row)?.ours ?? []
    return fieldsThatDiffer(here, there).filter(({ field }) => !waits.some((one) => one.field === field))
  }

  /** What of ours is put before a person, in notes. */
  function conflictFrom(row: RowName, ours: readonly Ours[]): readonly RegisterChange[] {
    // The time of a price follows from the price.
    const asked = ours.filter(({ field }) => field !== 'priced_at')
    if (asked.length === 0) return []
    return [conflictNote(row, withOurs(conflictOf(register, row), asked, clock.now()))]
  }

  // Up ---------------------------------------------------------------------------------------------------------------

  async function push(database: ShopDatabase, place: Place): Promise<void> {
    for (const rowKind of kinds()) {
      const keys = await candidates(rowKind)
      if (rowKind.kind === 'person') await putBack(rowKind, keys)
      for await (const batch of rowBatches(waiting(rowKind, keys, place))) {
        // Before it leaves: if the answer is lost, a later change of the person is not taken for another till's.
        register.write(
          'agreed',
          batch.flatMap(({ mark }) => mark ?? []),
        )
        const answers = await database.edit(batch.map(({ edit }) => edit))
        for (const [index, answer] of answers.entries())
          if (answer.outcome === 'unknown-version') await giveBackOne(database, place, rowKind, batch[index])
        await settle(
          rowKind,
          batch.map(({ part, edit: { key } }, index) => ({ key, part, answer: answers[index] })),
          !place.complete,
        )
      }
    }
  }

  /** People are only deactivated. Whose list of staff was removed from the till's disk gets the shop's again. */
  function putBack(rowKind: KindOfRows, keys: ReadonlySet<string>): Promise<void> {
    return rowKind.change(() => {
      const forgotten = [...keys].flatMap((key) => {
        const had = agreedOn(register, { kind: rowKind.kind, key })
        return had !== null && partHere(rowKind, key) === null ? [[key, had.part] as const] : []
      })
      return { rows: new Map(forgotten), notes: [] }
    })
  }

  /** The rows of a kind that differ from what was agreed on, in batches. */
  function* waiting(rowKind: KindOfRows, keys: Set<string>, { epoch }: Place): Generator<readonly SentRow[]> {
    let batch: SentRow[] = []
    let letters = 0
    for (const key of [...keys]) {
      const row = { kind: rowKind.kind, key }
      const had = agreedOn(register, row)
      const here = partHere(rowKind, key)
      if (here === undefined || isAgreed(here, had) || refused.get(nameOf(row)) === here) {
        keys.delete(key)
        continue
      }
      const sent = asEdit(rowKind, row, had, here, epoch)
      batch.push(sent)
      letters += here?.length ?? 0
      if (batch.length < MOST_EDITS && letters < MOST_LETTERS) continue
      yield batch
      batch = []
      letters = 0
    }
    if (batch.length > 0) yield batch
  }

  function asEdit(
    rowKind: KindOfRows,
    row: RowName,
    had: Agreed | null,
    here: string | null,
    epoch: string,
  ): SentRow {
    const { version: base, part: before } = had ?? NOTHING_AGREED
    const unanswered = had?.sent
    const part = unanswered === undefined ? here : unanswered
    const patch = patchOf(before, part)
    // The same edit has the same id after a lost answer or a restart, so it is carried out once.
    const id = createHash('sha256')
      .update(JSON.stringify([epoch, turn, row.kind, row.key, base, patch]))
      .digest('base64url')
    const mark = unanswered === undefined ? agreedNote(row, { ...(had ?? NOTHING_AGREED), sent: part }) : null
    const wire = part === null ? {} : rowKind.toShop(row.key, part)
    const set = Object.fromEntries(Object.keys(patch.set).map((field) => [field, wire[field] ?? null]))
    return { part, mark, edit: { id, ...row, base, patch: { ...patch, set } } }
  }

  async function settle(rowKind: KindOfRows, all: readonly AnsweredRow[], joining: boolean): Promise<void> {
    const make = (): RowChanges => {
      const written = new Map<string, string | null>()
      const notes: RegisterChange[] = []
      for (const { key, part, answer } of all) {
        const row = { kind: rowKind.kind, key }
        const refuse = (why: string): void => {
          log.warn('the shop database does not take a row', { step: row.kind, failure: why })
          refused.set(nameOf(row), part)
          const { sent: _, ...before } = agreedOn(register, row) ?? NOTHING_AGREED
          notes.push(agreedNote(row, before.version === 0 ? null : before))
        }
        if (!answer || answer.outcome === 'unknown-version') continue
        if (answer.outcome === 'refused') {
          refuse(answer.reason ?? '')
          continue
        }
        const body = answer.body ?? null
        const there = partThere(rowKind, row.key, body)
        const here = partHere(rowKind, row.key)
        if (there === undefined || here === undefined) {
          refuse('its answer cannot be read')
          continue
        }
        // What a person changed since it was sent is kept, and sent next.
        const { next, ours: late } = rebased(part, here, there)
        const readable = next === null ? null : rowKind.sharedPart(row.key, next)
        if (readable !== here && (readable === null) === (next === null)) written.set(row.key, readable)
        notes.push(agreedRow(rowKind, row, answer.version, body, there))
        const ours = answer.conflicts.map(({ field }) => oursIn(part, field))
        const earlier = ours.filter(({ field }) => !late.some((one) => one.field === field))
        if (!(joining && rowKind.kind === 'setting')) notes.push(...conflictFrom(row, [...earlier, ...late]))
      }
      return { rows: written, notes }
    }
    try {
      await rowKind.change(make)
    } catch (error) {
      if (!isLastOwner(error)) throw error
      for (const { key, part } of all) refused.set(nameOf({ kind: rowKind.kind, key }), part)
    }
  }

  // After a restore of the server --------------------------------------------------------------------------------------

  async function givenBack(database: ShopDatabase, place: Place, epoch: string): Promise<Place> {
    let count = 0
    for await (const rows of rowBatches(allAgreed(register)))
      for (const rowKind of kinds()) {
        const said = await giveBack(database, place, epoch, rowKind, rows)
        if (said.epoch !== epoch) return givenBack(database, place, said.epoch)
        count += said.taken
      }
    if (count > 0) log.warn('the shop database lost rows and got them back', { count })
    turn += 1
    const next = { ...place, epoch, position: 0 }
    writePlace(register, next) // the versions of all rows are those of this epoch now
    return next
  }

  /** What the server merged is taken here, as after an edit. */
  async function giveBack(
    database: ShopDatabase,
    place: Place,
    epoch: string,
    rowKind: KindOfRows,
    all: readonly (RowName & Agreed)[],
  ): Promise<{ readonly epoch: string; readonly taken: number }> {
    const rows = all.filter(({ kind, version }) => kind === rowKind.kind && version > 0)
    if (rows.length === 0) return { epoch, taken: 0 }
    const wire = rows.map(({ kind, key, version, part, more }) => {
      const body = part === null ? null : { ...more, ...rowKind.toShop(key, part) }
      return { kind, key, version, body }
    })
    const said = await database.refill(place.epoch, epoch, wire)
    const answered = rows.map(({ key, part }, index) => ({ key, part, answer: said.answers[index] }))
    await settle(rowKind, answered, !place.complete)
    return said
  }

  async function giveBackOne(
    database: ShopDatabase,
    place: Place,
    rowKind: KindOfRows,
    sent: SentRow | undefined,
  ): Promise<void> {
    turn += 1
    const row = { kind: rowKind.kind, key: sent?.edit.key ?? '' }
    const had = agreedOn(register, row)
    if (had !== null) await giveBack(database, place, place.epoch, rowKind, [{ ...row, ...had }])
  }
}

const isLastOwner = (error: unknown): boolean =>
  error instanceof CommandRefused && error.failure.name === 'OWNER_NEEDED'

const pepperOf = (membership: Membership | null): Buffer | null => {
  const secrets = membership?.secrets() ?? null
  return secrets && Buffer.from(secrets.pepper, 'base64')
}

type PulledRow = Awaited<ReturnType<ShopDatabase['pull']>>['rows'][number]
type Answer = Omit<Awaited<ReturnType<ShopDatabase['edit']>>[number], 'id'>
/** `part` is the shared part that was sent. No answer where nothing has to be done. */
type AnsweredRow = {
  readonly key: string
  readonly part: string | null
  readonly answer: Answer | null | undefined
}
/** `part` is the shared part that was sent. */
type SentRow = {
  readonly part: string | null
  /** Remembers that it was sent; null where that is known. */
  readonly mark: RegisterChange | null
  readonly edit: Edit
}

const NOTHING_AGREED: Agreed = { version: 0, part: null }

const isAgreed = (here: string | null, had: Agreed | null): boolean =>
  had?.sent === undefined && here === (had?.part ?? null)

const MOST_EDITS = 200
const MOST_LETTERS = 1_000_000

/**
 * Applies what a person changed here since `sent` to the server's row. If both sides changed a field, the row keeps the
 * server's value, and `ours` has the local value, about which a person decides.
 */
function rebased(sent: string | null, here: string | null, there: string | null): Rebased {
  if (here === sent || here === there) return { next: there, ours: [] }
  if (there === sent) return { next: here, ours: [] }
  if (here === null || there === null) return { next: there, ours: [oursIn(here, null)] }
  const [mine, theirs] = [patchOf(sent, here), patchOf(sent, there)]
  const open = fieldsThatDiffer(here, there).map(({ field }) => field)
  const isOpen = (field: string): boolean =>
    open.includes(field) && (field in theirs.set || theirs.unset.includes(field))
  const fields = [...Object.keys(mine.set), ...mine.unset].filter(isOpen)
  const set = Object.fromEntries(Object.entries(mine.set).filter(([field]) => !isOpen(field)))
  const unset = mine.unset.filter((field) => !isOpen(field))
  return {
    next: withPatch(there, { set, unset, remove: false }),
    ours: fields.map((field) => oursIn(here, field)),
  }
}
type Rebased = { readonly next: string | null; readonly ours: readonly Ours[] }

/** Our value of a field, or our whole row. */
function oursIn(part: string | null, field: string | null): Ours {
  if (field === null) return { field, value: wrapped(part) }
  return { field, value: valueIn(part, field) }
}

const valueIn = (part: string | null, field: string): Json => wrapped(part)?.[field] ?? null

function fieldsThatDiffer(here: string | null, there: string | null): readonly Ours[] {
  const { set, unset } = patchOf(there, here)
  return [...Object.keys(set), ...unset].map((field) => oursIn(here, field))
}

/** Lets other work run after each batch. */
async function* rowBatches<Batch>(batches: Iterable<Batch>): AsyncGenerator<Batch> {
  for (const batch of batches) {
    yield batch
    await nextTurn()
  }
}
