import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import { call } from '../../page/index.ts'

export type Goods = {
  readonly products: readonly Product[]
  readonly total: number
  /** Whether the query is a code of the first product. */
  readonly exact: boolean
  /** Codes of the products that have a picture. */
  readonly pictured: readonly string[]
  /** The query of these results; null before the first answer. */
  readonly query: string | null
  readonly category: string | null
  readonly failure: Failure | null
}

const PAGE = 60
const MOST = 180
const NONE: Goods = {
  products: [],
  total: 0,
  exact: false,
  pictured: [],
  query: null,
  category: null,
  failure: null,
}

export type FirstGoods = Pick<Goods, 'products' | 'total' | 'exact'>

export type GoodsSearch = {
  readonly goods: Goods
  readonly more: () => void
  /** Asks for the first results of a query at once, for an Enter before they are shown. */
  readonly firstOf: (query: string, many: number) => Promise<FirstGoods | null>
}

/**
 * Searches while typing: at once, at most once per frame, and later for a single digit, which may be the first of a scan.
 * Answers to older queries are dropped, and a query that the screen already shows is not sent again.
 */
export function useGoods(query: string, category: string | null): GoodsSearch {
  const [goods, setGoods] = useState(NONE)
  const [limit, setLimit] = useState(PAGE)
  const asked = useRef(0)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  /** The query of the results on screen. */
  const answered = useRef('')
  const subject = `${category ?? ''}\n${query}`
  const [shownSubject, setShownSubject] = useState(subject)
  if (shownSubject !== subject) {
    setShownSubject(subject)
    setLimit(PAGE)
  }
  useEffect(() => {
    asked.current += 1
    const number = asked.current
    const question = JSON.stringify([query, category, limit])
    const pause = /^\d$/.test(query) ? AFTER_DIGIT_MS : 0
    if (question === answered.current) return
    const apart = performance.now() - askedAt.current
    return soon(pause === 0 && apart > FRAME_MS ? null : pause, async () => {
      askedAt.current = performance.now()
      const reply = await call('searchGoods', { query, category, limit })
      if (number !== asked.current) return
      answered.current = reply.ok ? question : ''
      setGoods((before) =>
        reply.ok
          ? { ...reply.value, query, category, failure: null }
          : { ...before, query, category, failure: reply.error },
      )
    })
  }, [query, category, limit])
  // The goods may change while another room is open, so search again when this one is shown.
  useEffect(
    () => () => {
      answered.current = ''
    },
    [],
  )
  const more = useCallback(() => setLimit((now) => Math.min(MOST, now + PAGE)), [])
  const firstOf = useCallback(
    async (sought: string, many: number) => {
      const reply = await call('searchGoods', { query: sought, category, limit: many })
      return reply.ok ? reply.value : null
    },
    [category],
  )
  return { goods, more, firstOf }
}

const FRAME_MS = 17

/** Longer than the pause between two keys of a scanner. */
const AFTER_DIGIT_MS = 60

/** Runs `action` at once (null), in the next frame (0) or after `ms`. Returns a function that cancels it. */
function soon(ms: number | null, action: () => Promise<void>): () => void {
  if (ms === null) {
    void action()
    return () => {}
  }
  if (ms === 0) {
    const frame = requestAnimationFrame(() => void action())
    return () => cancelAnimationFrame(frame)
  }
  const timer = setTimeout(() => void action(), ms)
  return () => clearTimeout(timer)
}
