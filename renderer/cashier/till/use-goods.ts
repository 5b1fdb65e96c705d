import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Product } from '../../../shared/product.ts'
import { call } from '../call.ts'
import { createSearchPause } from './search-pause.ts'

export type Goods = {
  readonly products: readonly Product[]
  readonly total: number
  /** Codes of those that have a picture. */
  readonly pictured: readonly string[]
  /** The query that these answer. Null before the first answer. */
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
  /** What this query finds first, asked now: for Enter that is quicker than the screen. */
  readonly firstOf: (query: string) => Promise<Product | null>
}

/**
 * Searches as soon as a key is typed, once a frame where they come faster, a little later where a scanner seems to type; an
 * answer that a later question overtook is dropped, and what is on the screen already is not asked for again.
 */
export function useGoods(query: string, category: string | null): GoodsSearch {
  const [goods, setGoods] = useState(NONE)
  const [limit, setLimit] = useState(PAGE)
  const asked = useRef(0)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const pauseFor = useRef(createSearchPause())
  /** The question that the goods on the screen answer. */
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

/** Now, in the next frame (0), or after so many ms; the answer calls it off. */
function soon(ms: number | null, act: () => Promise<void>): () => void {
  if (ms === null) {
    void act()
    return () => {}
  }
  if (ms === 0) {
    const frame = requestAnimationFrame(() => void act())
    return () => cancelAnimationFrame(frame)
  }
  const timer = setTimeout(() => void act(), ms)
  return () => clearTimeout(timer)
}
