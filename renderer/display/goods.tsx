import { useEffect, useRef, useState } from 'react'
import { formatMoney, money, NO_MONEY } from '../../shared/money/money.ts'
import { formatQuantity, ONE } from '../../shared/money/quantity.ts'
import type { DisplayLine, DisplaySums } from '../../shared/page/display.ts'
import { unbroken } from '../../shared/sale/sale.ts'
import { say, withSign } from '../texts/index.ts'
import { LesserAmount, Sums } from './amount.tsx'
import styles from './goods.module.css'
import { Panes } from './panes.tsx'
import { touchedLine } from './touched.ts'

type GoodsProps = {
  readonly shop: string
  readonly lines: readonly DisplayLine[]
  readonly sums: DisplaySums
}

/** The lines of the cart; the latest one is always visible. */
export const Goods = ({ shop, lines, sums }: GoodsProps) => (
  <Panes
    shop={shop}
    main={<Lines lines={lines} />}
    foot={
      <>
        <p className={styles.count}>{say('cart.lines', { count: lines.length })}</p>
        {sums.off === NO_MONEY ? null : <LesserAmount label={say('display.off')} amount={money(-sums.off)} />}
        <Sums sums={sums} due={false} />
      </>
    }
  />
)

function Lines({ lines }: { readonly lines: readonly DisplayLine[] }) {
  const list = useRef<HTMLUListElement>(null)
  const seen = useSeen(lines)
  const [above, setAbove] = useState(false)
  useEffect(() => {
    const line = seen.touched === null ? null : list.current?.children[seen.touched]
    line?.scrollIntoView({ block: 'nearest', behavior: calm() ? 'instant' : 'smooth' })
  }, [seen])
  return (
    <ul
      className={styles.lines}
      ref={list}
      data-above={above}
      onScroll={({ currentTarget }) => setAbove(currentTarget.scrollTop > 0)}
    >
      {lines.map((line, place) => (
        // Lines have no id here, so the index is the key.
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no state.
        <li key={place} data-touched={place === seen.touched} data-testid="display-line">
          <span className={styles.name}>{unbroken(line.name)}</span>
          <span className={styles.quantity}>
            {quantityWords(line)}
            {line.off === NO_MONEY ? null : <b>−{withSign(line.off)}</b>}
          </span>
          <b className={styles.amount}>{formatMoney(line.amount)}</b>
        </li>
      ))}
    </ul>
  )
}

type Seen = { readonly lines: readonly DisplayLine[]; readonly touched: number | null }

/** A line stays marked until another one changes. After a reload of the page the last line is marked. */
function useSeen(lines: readonly DisplayLine[]): Seen {
  const [seen, setSeen] = useState<Seen>({ lines: [], touched: null })
  if (seen.lines === lines) return seen
  const touched = touchedLine(seen.lines, lines)
  const unchanged = touched === null && seen.lines.length === lines.length
  const next = { lines, touched: unchanged ? seen.touched : touched }
  setSeen(next)
  return next
}

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** "2 × 2,500 ₮"; weighed goods with their unit: "0.842 кг × 8,900 ₮". */
const quantityWords = ({ quantity, unit, unitPrice }: DisplayLine): string =>
  `${formatQuantity(quantity)}${quantity % ONE === 0 ? '' : `\u00a0${unit}`} × ${withSign(unitPrice)}`
