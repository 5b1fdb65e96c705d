/** Books what a merge takes, and collects the days whose sums it changes, of those that had events here before. */
import type { DatabaseSync } from 'node:sqlite'
import { type Figures, isNothing, NOTHING, plus } from '../../../shared/ledger/index.ts'
import { dayAfter, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { keyValueTable, lastPosition, readList } from '../journal/index.ts'
import { type Entry, sumsOf } from '../projections/index.ts'
import { prepared } from '../sqlite/index.ts'

type Booked = { readonly entries: readonly Entry[]; readonly sign: 1 | -1 }

export type ChangedDays = ReturnType<typeof changedDays>

/** The key of the changed days of an unfinished merge, which it has not reported yet. */
const UNREPORTED = 'merged-days'

export function changedDays(database: DatabaseSync) {
  const last = lastPosition(database)
  const sums = sumsOf(database)
  const had = new Map<string, boolean>()
  /** The change of each sum, by day, account and key. */
  const changes = new Map<string, Figures>()
  const keyValues = keyValueTable(database)
  const unreported = readList(keyValues, UNREPORTED)
  const touched = new Set(unreported)
  let noted = touched.size
  let pending: Booked[] = []

  const hadBefore = (day: string): boolean => {
    const known = had.get(day) ?? isBefore(database, day, last)
    had.set(day, known)
    return known
  }
  const note = ({ entries, sign }: Booked): void => {
    for (const { at, postings } of entries) {
      const day = shopDay(at)
      if (!hadBefore(day)) continue
      touched.add(day)
      for (const posting of postings) {
        const sum = `${day}\n${posting.account}\n${posting.key}`
        changes.set(sum, plus(changes.get(sum) ?? NOTHING, posting, sign))
      }
    }
  }
  return {
    /** Adds postings to the journal's sums; `sign` -1 subtracts them. */
    book: (entries: readonly Entry[], sign: 1 | -1 = 1): void => void pending.push({ entries, sign }),
    /** Keeps the postings booked since the last call. */
    keep: (): void => {
      for (const booked of pending) {
        sums.add(booked.entries, booked.sign)
        note(booked)
      }
      pending = []
    },
    /** Drops the postings booked since the last call, because their savepoint was rolled back. */
    drop: (): void => {
      pending = []
    },
    /** Writes the sums. Call it before a transaction of the merge ends. */
    settle: sums.write,
    /** Notes the days in the file, for a merge that is cut off before it reports them. */
    note: (): void => {
      if (touched.size > noted) keyValues.write(UNREPORTED, JSON.stringify([...touched]))
      noted = touched.size
    },
    /** The days, also those of an earlier merge that was cut off. Call it once all is taken. */
    reported: (): readonly string[] => {
      if (keyValues.read(UNREPORTED) !== null) keyValues.write(UNREPORTED, null)
      noted = touched.size
      const changed = [...changes].filter(([, change]) => !isNothing(change))
      return [
        ...new Set([...unreported, ...changed.map(([sum]) => sum.slice(0, 'yyyy-MM-dd'.length))]),
      ].sort()
    },
  }
}

/** Whether the journal has an event of that day at that position or before it. */
const isBefore = (database: DatabaseSync, day: string, position: number): boolean =>
  prepared(database, 'SELECT 1 FROM event WHERE at >= ? AND at < ? AND position <= ? LIMIT 1').get(
    shopMoment(day),
    shopMoment(dayAfter(day, 1)),
    position,
  ) !== undefined
