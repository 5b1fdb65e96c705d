import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { HistoryFilters, SalePage, SaleRow } from '../../../shared/history.ts'
import { call } from '../call.ts'
import { page } from '../store.ts'

const PAGE = 60
/** News comes in bursts: one look for all of it. */
const NOTIFY_EVERY_MS = 400

export type Question = HistoryFilters & { readonly text: string }

export type SaleRows = {
  /** Null before the first answer. What was shown stays until the answer to the next question is there. */
  readonly rows: readonly SaleRow[] | null
  readonly count: SalePage['count']
  readonly goods: SalePage['goods']
  /** What is there answers this question, and enough of it to be acted on: more than one, or all. */
  readonly answered: boolean
  /** Whether the search is still under way: for this question, or for older sales. */
  readonly searching: boolean
  readonly failure: Failure | null
  /** The end of the list is near. */
  readonly more: () => void
  /** Sales that fit and came since; they are shown when asked for, so that nothing jumps. */
  readonly fresh: number
  readonly showFresh: () => void
  /** Another number for another list. */
  readonly number: number
}

type Answered = {
  readonly question: Question | null
  readonly rows: readonly SaleRow[] | null
  readonly next: number | null
  /** So many rows are to be there: fetched until they are. */
  readonly wanted: number
  readonly count: SalePage['count']
  readonly goods: SalePage['goods']
  readonly failure: Failure | null
  readonly fresh: readonly SaleRow[]
  readonly number: number
}

const NOTHING: Answered = {
  question: null,
  rows: null,
  next: null,
  wanted: PAGE,
  count: null,
  goods: [],
  failure: null,
  fresh: [],
  number: 0,
}

/** The sales that fit, page by page as the list is walked through. `question` is memoized by its parts. */
export function useSaleRows(question: Question): SaleRows {
  const [answered, setAnswered] = useState<Answered>(NOTHING)
  const asking = useRef<{ question: Question; before: number | null } | null>(null)

  const ask = useCallback(async (about: Question, before: number | null) => {
    if (asking.current?.question === about && asking.current.before === before) return
    asking.current = { question: about, before }
    const reply = await call('searchSales', { ...about, before, limit: PAGE })
    if (asking.current?.question !== about || asking.current.before !== before) return
    asking.current = null
    setAnswered((had) => {
      if (!reply.ok) return { ...had, question: about, failure: reply.error }
      const { rows, next, count, goods } = reply.value
      if (before === null || had.question !== about)
        return {
          question: about,
          rows,
          next,
          wanted: PAGE,
          count,
          goods,
          failure: null,
          fresh: [],
          number: had.number + 1,
        }
      return { ...had, rows: [...(had.rows ?? []), ...rows], next, failure: null }
    })
  }, [])

  useEffect(() => void ask(question, null), [ask, question])

  // A search that has found too few so far goes on by itself.
  const { rows, next, wanted } = answered
  const current = answered.question === question
  useEffect(() => {
    if (current && rows !== null && next !== null && rows.length < wanted) void ask(question, next)
  }, [ask, current, next, question, rows, wanted])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const look = async () => {
      timer = null
      const reply = await call('searchSales', { ...question, before: null, limit: PAGE })
      if (reply.ok) setAnswered((had) => (had.question === question ? withChanges(had, reply.value) : had))
    }
    const unsubscribe = page.subscribe(({ view }, before) => {
      if (view !== before.view) timer ??= setTimeout(() => void look(), NOTIFY_EVERY_MS)
    })
    return () => {
      unsubscribe()
      if (timer !== null) clearTimeout(timer)
    }
  }, [question])

  const found = rows?.length ?? 0
  const searching = !current || (next !== null && found < wanted)
  return {
    rows,
    count: answered.count,
    goods: answered.goods,
    answered: current && (found > 1 || !searching || answered.failure !== null),
    searching,
    failure: answered.failure,
    more: useCallback(() => {
      if (current && next !== null) setAnswered((had) => ({ ...had, wanted: (had.rows?.length ?? 0) + PAGE }))
    }, [current, next]),
    fresh: answered.fresh.length,
    showFresh: useCallback(
      () =>
        setAnswered((had) => ({
          ...had,
          rows: [...had.fresh, ...(had.rows ?? [])],
          fresh: [],
          number: had.number + 1,
        })),
      [],
    ),
    number: answered.number,
  }
}

/** Rows that are there change in their place; what is newer waits above. */
function withChanges(had: Answered, { rows: now, count }: SalePage): Answered {
  const rows = had.rows ?? []
  const byId = new Map(now.map((row) => [row.id, row]))
  const top = rows[0]?.place ?? -1
  const newer = now.filter(({ place }) => place > top)
  const changed = rows.map((row) => byId.get(row.id) ?? row)
  return rows.length === 0 ? { ...had, rows: newer, count } : { ...had, rows: changed, count, fresh: newer }
}
