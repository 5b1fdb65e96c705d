import { type RefObject, useCallback } from 'react'
import type { SaleRow } from '../../../shared/history.ts'
import { RowList } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { SaleLine } from './sale-line.tsx'

/** A row's place is reckoned, not measured: it grows with the text. */
const heightAt = (textSize: number): number => (72 * textSize) / 100
/** More is fetched while so many rows are still to come. */
const AHEAD = 30

type SaleListProps = {
  /** Another list has another number. */
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
      testId="sale-list"
    />
  )
}
