import { memo } from 'react'
import { Button } from 'react-aria-components'
import type { SaleRow } from '../../../shared/history.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { withSign } from '../figures.ts'
import { clockTime, dayAndTime } from '../moment.ts'
import { StateBadge } from '../state-badge.tsx'
import { useText } from '../text.ts'
import styles from './sale-list.module.css'

/** As short as it can be told: the time of today's, the year of older ones alone. */
function whenOf({ day, openedAt }: SaleRow, today: string): string {
  if (day === today) return clockTime(openedAt)
  return day.slice(0, 4) === today.slice(0, 4)
    ? dayAndTime(openedAt)
    : `${day.slice(0, 4)}-${dayAndTime(openedAt)}`
}

type SaleLineProps = {
  readonly row: SaleRow
  readonly opened: boolean
  readonly today: string
  readonly onOpen: (row: SaleRow) => void
}

export const SaleLine = memo(({ row, opened, today, onOpen }: SaleLineProps) => {
  const say = useText()
  const number = formatSaleNumber(row.sequence)
  const when = whenOf(row, today)
  const returned = row.returned ? [say('history.standing.returned')] : []
  const beside = [
    ...returned,
    say('cart.lines', { count: row.lineCount }),
    ...(row.tender === null ? [] : [say(`tender.${row.tender}`)]),
    ...(row.cashier === null ? [] : [row.cashier]),
  ]
  return (
    <Button className={styles.open ?? ''} onPress={() => onOpen(row)} aria-current={opened} data-open>
      <span className={styles.when}>
        <b>{number}</b>
        <small>{when}</small>
      </span>
      <span className={styles.goods}>
        <span>{row.goods === '' ? say('history.no-goods') : row.goods}</span>
        <small>{beside.join(' · ')}</small>
      </span>
      <span className={styles.end}>
        <b>{withSign(row.total)}</b>
        <StateBadge state={row.state} />
      </span>
    </Button>
  )
})
SaleLine.displayName = 'SaleLine'
