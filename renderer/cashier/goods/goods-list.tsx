import { type RefObject, useCallback, useState } from 'react'
import type { GoodsRow } from '../../../shared/goods.ts'
import { RowList } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { usePictures } from '../use-pictures.ts'
import { GoodsLine } from './goods-line.tsx'
import styles from './goods-list.module.css'
import type { GoodsRows } from './use-goods-rows.ts'

/** A row's place is reckoned, not measured: it grows with the text. */
const heightAt = (textSize: number): number => Math.round(32 + (32 * textSize) / 100)

type GoodsListProps = {
  /** What was asked for: another question is answered from the top. */
  readonly question: string
  readonly rows: GoodsRows
  readonly total: number
  readonly openedCode: string | null
  readonly starring: boolean
  readonly onOpen: (row: GoodsRow) => void
  readonly enter: RefObject<(() => void) | null>
  readonly onLeave: () => void
}

export function GoodsList(props: GoodsListProps) {
  const { question, rows, total, openedCode, starring, onOpen, enter, onLeave } = props
  const { want, rowAt } = rows
  const say = useText()
  const rowHeight = useView((view) => heightAt(view.settings.textSize))
  const [sight, setSight] = useState({ first: 0, last: -1 })
  const onSight = useCallback(
    (first: number, last: number) => {
      want(first, last)
      setSight({ first, last })
    },
    [want],
  )
  const inSight = Array.from({ length: sight.last - sight.first + 1 }, (_, at) => rowAt(sight.first + at))
  const pictures = usePictures(inSight.flatMap((row) => (row?.pictured ? [row.product.code] : [])))
  return (
    <RowList
      label={say('goods.list')}
      subject={question}
      count={total}
      rowHeight={rowHeight}
      row={(index) => {
        const row = rowAt(index)
        // Named by its place, so that a row that comes takes the place of the one that waits for it.
        const id = String(index)
        if (row === undefined)
          return { id, chosen: false, content: <span className={styles.waiting} />, testId: 'goods-waiting' }
        const picture = pictures.get(row.product.code)
        const content = <GoodsLine row={row} picture={picture} starring={starring} onOpen={onOpen} />
        return { id, chosen: row.product.code === openedCode, content, testId: 'goods-row' }
      }}
      onSight={onSight}
      enter={enter}
      onLeave={onLeave}
      testId="goods-list"
    />
  )
}
