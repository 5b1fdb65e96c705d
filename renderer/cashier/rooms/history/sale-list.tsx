import { memo, type RefObject, useCallback } from 'react'
import { Button } from 'react-aria-components'
import type { SaleRow } from '../../../../shared/books/history.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { RowList } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { useText, useView } from '../../page/index.ts'
import { clockTime, dayAndTime } from '../../parts/moment.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import styles from './sale-list.module.css'

/** Row height in px. Rows are placed by this value and not measured. */
const heightAt = (textSize: number): number => (72 * textSize) / 100
/** Loads the next page when fewer rows than this follow. */
const AHEAD = 30

type SaleListProps = {
  /** Each new list has a new number. */
  readonly number: number
  readonly rows: readonly SaleRow[]
  readonly openedId: string | null
  readonly today: string
  readonly onOpen: (row: SaleRow) => void
  readonly onNearEnd: () => void
  readonly enter: RefObject<(() => void) | null>
  readonly onLeave: () => void
}

export function SaleList(props: SaleListProps) {
  const { number, rows, openedId, today, onOpen, onNearEnd, enter, onLeave } = props
  const say = useText()
  const rowHeight = useView((view) => heightAt(view.settings.textSize))
  const onSight = useCallback(
    (_: number, last: number) => {
      if (last >= rows.length - AHEAD) onNearEnd()
    },
    [rows.length, onNearEnd],
  )
  return (
    <RowList
      label={say('history.list')}
      subject={String(number)}
      count={rows.length}
      rowHeight={rowHeight}
      row={(index) => {
        const row = rows[index]
        if (row === undefined) return
        const chosen = row.id === openedId
        const content = <SaleLine row={row} opened={chosen} today={today} onOpen={onOpen} />
        return { id: row.id, chosen, content, testId: 'sale-row' }
      }}
      onSight={onSight}
      enter={enter}
      onLeave={onLeave}
    />
  )
}

/** The shortest clear time: only the clock for today, with the year only for other years. */
function whenOf({ openedAt, ...row }: SaleRow, today: string): string {
  // A guest sale was brought on another day than that of its number.
  const day = row.origin === undefined ? row.day : shopDay(openedAt)
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

const SaleLine = memo(({ row, opened, today, onOpen }: SaleLineProps) => {
  const say = useText()
  const number = [...(row.till === null ? [] : [row.till]), formatSaleNumber(row.sequence)].join(' ')
  const when = whenOf(row, today)
  const returned = row.returned ? [say('history.standing.returned')] : []
  const beside = [
    ...(row.origin === undefined ? [] : [say('history.ofTill', { code: row.origin })]),
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
