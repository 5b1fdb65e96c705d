/** Collects the days whose sums a merge changes, of those that had events in this journal before. */
import type { DatabaseSync } from 'node:sqlite'
import { dayAfter, shopDay, shopMoment } from '../../shared/shop-day.ts'
import { lastPosition } from '../journal/index.ts'
import { type Figures, isNothing, NOTHING, plus } from '../ledger/index.ts'
import { type Entry, sumUp } from '../projections/index.ts'
import { prepared } from '../sqlite/index.ts'

type Booked = { readonly entries: readonly Entry[]; readonly sign: 1 | -1 }

export type ChangedDays = ReturnType<typeof changedDays>

export function changedDays(database: DatabaseSync) {
  const last = lastPosition(database)
  const had = new Map<string, boolean>()
  /** The change of each sum, by day, account and key. */
  const changes = new Map<string, Figures>()
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
      for (const posting of postings) {
        const sum = `${day}\n${posting.account}\n${posting.key}`
        changes.set(sum, plus(changes.get(sum) ?? NOTHING, posting, sign))
      }
    }
  }
  return {
    /** Adds postings to the journal's sums; `sign` -1 subtracts them. */
    book: (entries: readonly Entry[], sign: 1 | -1 = 1): void => {
      sumUp(database, entries, sign)
      pending.push({ entries, sign })
    },
    /** Keeps the postings booked since the last call. */
    keep: (): void => {
      for (const booked of pending) note(booked)
      pending = []
    },
    /** Drops the postings booked since the last call, because their savepoint was rolled back. */
    drop: (): void => {
      pending = []
    },
    days: (): readonly string[] => {
      const changed = [...changes].filter(([, change]) => !isNothing(change))
      return [...new Set(changed.map(([sum]) => sum.slice(0, 'yyyy-MM-dd'.length)))].sort()
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
