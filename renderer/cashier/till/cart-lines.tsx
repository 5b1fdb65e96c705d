import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Sale } from '../../../shared/sale.ts'
import { useText } from '../text.ts'
import styles from './cart.module.css'
import { CartLine } from './cart-line.tsx'
import type { Adding } from './use-adding.ts'

/** Saves what is typed in the open line; false where it was refused. */
export type Flush = () => Promise<boolean>

type CartLinesProps = {
  readonly sale: Sale
  readonly lit: Adding['lit']
  readonly flush: RefObject<Flush | null>
}

export function CartLines({ sale, lit, flush }: CartLinesProps) {
  const say = useText()
  const list = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const locked = sale.state.name === 'open' && sale.state.cash.length > 0
  const newest = lit?.lineId ?? null
  const times = lit?.times ?? 0
  const inCart = sale.lines.some(({ id }) => id === newest)
  const toggle = useCallback((lineId: string) => setOpened((now) => (now === lineId ? null : lineId)), [])
  const close = useCallback(() => setOpened(null), [])

  // A line just rung up closes the one that was open and comes into sight. `times` makes the same line news again.
  useEffect(() => {
    if (times === 0 || newest === null || !inCart) return
    setOpened(null)
    list.current?.querySelector(`[data-line="${CSS.escape(newest)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [times, newest, inCart])

  return (
    <ul className={styles.lines} ref={list} aria-label={say('cart.list')}>
      {sale.lines.map((line) => (
        <CartLine
          key={line.id}
          saleId={sale.id}
          line={line}
          lit={line.id === newest}
          locked={locked}
          opened={!locked && line.id === opened}
          onToggle={toggle}
          onClose={close}
          flush={flush}
        />
      ))}
    </ul>
  )
}
