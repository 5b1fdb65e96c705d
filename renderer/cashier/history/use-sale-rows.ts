import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { SalePage, SaleRow } from '../../../shared/history.ts'
import { call } from '../call.ts'
import { page } from '../store.ts'
import type { Question } from './history-page.ts'

const PAGE = 60
/** Changes of the view come in bursts; the list is refreshed once per burst. */
const NOTIFY_EVERY_MS = 400

export type SaleRows = {
  /** Null before the first answer. Old rows stay until the next question is answered. */
  readonly rows: readonly SaleRow[] | null
  readonly count: SalePage['count']
  readonly goods: SalePage['goods']
  /** Why sales of other tills are missing, and how many cannot be read. */
  readonly unreached: SalePage['unreached']
  readonly unread: number
  /** The rows answer this question, and Enter may act on them: there are several, or the search is complete. */
  readonly answered: boolean
  /** Whether the search runs, for this question or for older sales. */
  readonly searching: boolean
  readonly failure: Failure | null
  /** Loads more rows, called near the end of the list. */
  readonly more: () => void
  /** Number of new matching sales. They are shown only on request, so that the list does not jump. */
  readonly fresh: number
  readonly showFresh: () => void
  /** Changes when the list is a new one. */
  readonly number: number
}

type Answered = {
  readonly question: Question | null
  readonly rows: readonly SaleRow[] | null
  readonly next: number | null
  /** Pages are loaded until there are this many rows. */
  readonly wanted: number
  readonly count: SalePage['count']
  readonly goods: SalePage['goods']
  readonly unreached: SalePage['unreached']
  readonly unread: number
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
  unreached: null,
  unread: 0,
  failure: null,
  fresh: [],
  number: 0,
}

/** The sales that match the question, loaded page by page. `question` must be memoized. */
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
      const { rows, next, count, goods, unreached, unread } = reply.value
      if (before === null || had.question !== about)
        return {
          question: about,
          rows,
          next,
          wanted: PAGE,
          count,
          goods,
          unreached,
          unread,
          failure: null,
          fresh: [],
          number: had.number + 1,
        }
      return {
        ...had,
        rows: [...(had.rows ?? []), ...rows],
        next,
        unread: had.unread + unread,
        unreached,
        failure: null,
      }
    })
  }, [])

  useEffect(() => void ask(question, null), [ask, question])

  // A page with too few matches is followed by the next one.
  const { rows, next, wanted } = answered
  const current = answered.question === question
  useEffect(() => {
    if (current && rows !== null && next !== null && rows.length < wanted) void ask(question, next)
  }, [ask, current, next, question, rows, wanted])

  useEffect(() => {
    // Each new view of this till would ask the shop database again.
    if (question.till !== 'this') return undefined
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
    unreached: answered.unreached,
    unread: answered.unread,
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

/** Updates known rows in place and puts newer ones into `fresh`. */
function withChanges(had: Answered, { rows: now, count }: SalePage): Answered {
  const rows = had.rows ?? []
  const byId = new Map(now.map((row) => [row.id, row]))
  const top = rows[0]?.place ?? -1
  const newer = now.filter(({ place }) => place > top)
  const changed = rows.map((row) => byId.get(row.id) ?? row)
  return rows.length === 0 ? { ...had, rows: newer, count } : { ...had, rows: changed, count, fresh: newer }
}
