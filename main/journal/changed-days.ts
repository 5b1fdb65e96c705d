/** Which days of the shop come to other sums by a merge. A day of which nothing was here before is no such day. */
import type { DatabaseSync } from 'node:sqlite'
import { dayAfter, shopDay, shopMoment } from '../../shared/shop-day.ts'
import { lastPosition } from './events.ts'
import { type Entry, sumUp } from './ledger-sums.ts'
import { prepared } from './prepared.ts'

type Booked = { readonly entries: readonly Entry[]; readonly sign: 1 | -1 }

const FIGURES = ['times', 'lines', 'quantity', 'amount', 'vat', 'cityTax'] as const

export type ChangedDays = ReturnType<typeof changedDays>

export function changedDays(database: DatabaseSync) {
  const last = lastPosition(database)
  const had = new Map<string, boolean>()
  /** By day: what each figure changed by. */
  const changes = new Map<string, Map<string, number>>()
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
      const change = changes.get(day) ?? new Map<string, number>()
      changes.set(day, change)
      for (const posting of postings)
        for (const figure of FIGURES) {
          const name = `${posting.account}\n${posting.key}\n${figure}`
          change.set(name, (change.get(name) ?? 0) + sign * posting[figure])
        }
    }
  }
  return {
    /** Takes them into the sums of the journal; -1 takes them out again. */
    book: (entries: readonly Entry[], sign: 1 | -1 = 1): void => {
      sumUp(database, entries, sign)
      pending.push({ entries, sign })
    },
    /** What was booked since then stands. */
    keep: (): void => {
      for (const booked of pending) note(booked)
      pending = []
    },
    /** What was booked since then was undone. */
    drop: (): void => {
      pending = []
    },
    days: (): readonly string[] =>
      [...changes]
        .filter(([, change]) => [...change.values()].some((by) => by !== 0))
        .map(([day]) => day)
        .sort(),
  }
}

/** Whether anything of that day stands at that position of the journal or before it. */
const isBefore = (database: DatabaseSync, day: string, position: number): boolean =>
  prepared(database, 'SELECT 1 FROM event WHERE at >= ? AND at < ? AND position <= ? LIMIT 1').get(
    shopMoment(day),
    shopMoment(dayAfter(day, 1)),
    position,
  ) !== undefined
