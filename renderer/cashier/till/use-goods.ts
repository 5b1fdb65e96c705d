import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Product } from '../../../shared/product.ts'
import { call } from '../call.ts'
import { AFTER_SCANNER_MS, SCANNER_DIGITS_MS } from '../scan.ts'

export type Goods = {
  readonly products: readonly Product[]
  readonly total: number
  /** Codes of the products that have a picture. */
  readonly pictured: readonly string[]
  /** The query of these results; null before the first answer. */
  readonly query: string | null
  readonly category: string | null
  readonly failure: Failure | null
}

const PAGE = 60
const MOST = 180
const NONE: Goods = { products: [], total: 0, pictured: [], query: null, category: null, failure: null }

export type GoodsSearch = {
  readonly goods: Goods
  readonly more: () => void
  /** Asks for the first result of a query at once, for an Enter before the results are shown. */
  readonly firstOf: (query: string) => Promise<Product | null>
}

/**
 * Searches while typing: at once, at most once per frame, and later for digits of a scanner. Answers to older queries
 * are dropped, and a query that the screen already shows is not sent again.
 */
export function useGoods(query: string, category: string | null): GoodsSearch {
  const [goods, setGoods] = useState(NONE)
  const [limit, setLimit] = useState(PAGE)
  const asked = useRef(0)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const pauseFor = useRef(createSearchPause())
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
    const pause = pauseFor.current(query, performance.now())
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
    async (sought: string) => {
      const reply = await call('searchGoods', { query: sought, category, limit: 1 })
      return reply.ok ? (reply.value.products[0] ?? null) : null
    },
    [category],
  )
  return { goods, more, firstOf }
}

const FRAME_MS = 17

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

/**
 * Returns how long to wait before a search, in ms: 0, except for digits that come as fast as a scanner's. A scan needs
 * no search, and 20 codes a second would cause hundreds of searches. The first digit was already delayed before it was
 * typed (held-digits.ts).
 */
export function createSearchPause(): (query: string, at: number) => number {
  let last = Number.NEGATIVE_INFINITY
  return (query, at) => {
    const quick = at - last < SCANNER_DIGITS_MS
    last = at
    return /^\d+$/.test(query) && quick ? AFTER_SCANNER_MS : 0
  }
}
