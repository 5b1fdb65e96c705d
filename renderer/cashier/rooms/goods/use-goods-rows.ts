import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { GoodsFilter, GoodsOrder, GoodsRow } from '../../../../shared/shop/goods.ts'
import { call, useView } from '../../page/index.ts'

/** The column that the list is sorted by. Without one, names that begin with the typed text come first. */
export type Sorting = { readonly order: GoodsOrder | null; readonly down: boolean }

export type GoodsRows = {
  /** Null until the first answer. */
  readonly total: number | null
  readonly failure: Failure | null
  /** Whether the rows belong to the current query. */
  readonly answered: boolean
  /** Undefined until the row is loaded. */
  readonly rowAt: (index: number) => GoodsRow | undefined
  /** Loads the missing rows of a range that is on screen. */
  readonly want: (first: number, last: number) => void
}

const PAGE = 100

type Answered = {
  readonly subject: string
  readonly total: number | null
  readonly failure: Failure | null
  readonly pages: ReadonlyMap<number, readonly GoodsRow[]>
}

const NOTHING: Answered = { subject: '', total: null, failure: null, pages: new Map() }

/** All matching goods; only the rows on screen are loaded. Old rows stay until the next query is answered. */
export function useGoodsRows(filter: GoodsFilter, { order, down }: Sorting): GoodsRows {
  const { query, category, only } = filter
  const version = useView((view) => view.goods.version)
  const subject = JSON.stringify([version, query, category, only, order, down])
  const [answered, setAnswered] = useState<Answered>(NOTHING)
  const asked = useRef({ subject: '', pages: new Set<number>() })
  const wanted = useRef({ first: 0, last: 0 })

  const fetchPage = useCallback(
    async (page: number) => {
      if (asked.current.pages.has(page)) return
      asked.current.pages.add(page)
      const part = { offset: page * PAGE, limit: PAGE }
      const reply = await call('listGoods', { query, category, only, order, down, ...part })
      if (asked.current.subject !== subject) return
      setAnswered((before) => {
        const pages = before.subject === subject ? new Map(before.pages) : new Map()
        if (!reply.ok) return { subject, total: before.total ?? 0, failure: reply.error, pages }
        pages.set(page, reply.value.rows)
        return { subject, total: reply.value.total, failure: null, pages }
      })
    },
    [query, category, only, order, down, subject],
  )
  const want = useCallback(
    (first: number, last: number) => {
      wanted.current = { first, last }
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) void fetchPage(page)
    },
    [fetchPage],
  )
  useEffect(() => {
    asked.current = { subject, pages: new Set() }
    want(wanted.current.first, wanted.current.last)
  }, [subject, want])

  const rowAt = useCallback(
    (index: number) => answered.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    [answered],
  )
  return {
    total: answered.total,
    failure: answered.failure,
    answered: answered.subject === subject,
    rowAt,
    want,
  }
}
