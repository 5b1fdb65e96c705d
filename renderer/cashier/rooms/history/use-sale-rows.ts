import { useCallback, useEffect, useRef, useState } from 'react'
import { call, page } from '../../page/index.ts'
import { type Answered, countOf, NOTHING, SALES_A_PAGE, withChanges } from './answered.ts'
import type { Question } from './history-page.ts'

/** Changes of the view come in bursts; the list is refreshed once per burst. */
const NOTIFY_EVERY_MS = 400

export type SaleRows = Omit<Answered, 'question' | 'next' | 'wanted' | 'fresh'> & {
  /** The rows answer this question, and Enter may act on them: there are several, or the search is complete. */
  readonly answered: boolean
  /** Whether the search runs, for this question or for older sales. */
  readonly searching: boolean
  /** Loads more rows, called near the end of the list. */
  readonly more: () => void
  /** Number of new matching sales. They are shown only on request, so that the list does not jump. */
  readonly fresh: number
  readonly showFresh: () => void
}

/** The sales that match the question, loaded page by page. `question` must be memoized. */
export function useSaleRows(question: Question): SaleRows {
  const [answered, setAnswered] = useState<Answered>(NOTHING)
  const asking = useRef<{ question: Question; before: number | null } | null>(null)

  const ask = useCallback(async (about: Question, before: number | null) => {
    if (asking.current?.question === about && asking.current.before === before) return
    asking.current = { question: about, before }
    const reply = await call('searchSales', { ...about, before, limit: SALES_A_PAGE })
    if (asking.current?.question !== about || asking.current.before !== before) return
    asking.current = null
    setAnswered((had) => {
      if (!reply.ok) return { ...had, question: about, failure: reply.error }
      const { rows, next, fitsMore, unreached, unread } = reply.value
      if (before === null || had.question !== about)
        return {
          ...reply.value,
          ...{ question: about, wanted: SALES_A_PAGE, failure: null, fresh: [], number: had.number + 1 },
        }
      return {
        ...had,
        rows: [...(had.rows ?? []), ...rows],
        next,
        fitsMore: had.fitsMore || fitsMore,
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
      const reply = await call('searchSales', { ...question, before: null, limit: SALES_A_PAGE })
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
    ...answered,
    count: countOf(answered),
    answered: current && (found > 1 || !searching || answered.failure !== null),
    searching,
    more: useCallback(() => {
      if (current && next !== null)
        setAnswered((had) => ({ ...had, wanted: (had.rows?.length ?? 0) + SALES_A_PAGE }))
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
  }
}
