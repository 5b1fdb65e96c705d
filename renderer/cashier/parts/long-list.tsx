import { type ComponentType, type ReactNode, useState } from 'react'
import { ShowMore } from './show-more.tsx'

/** Hundreds of rows with buttons would take seconds to draw, and half a second at each change. */
const ROWS = 50

type LongListProps<Row> = {
  readonly rows: readonly Row[]
  readonly list: ComponentType<{ readonly children: ReactNode }>
  readonly children: (row: Row, place: number) => ReactNode
}

/** A list that may be long: its first rows, and a button that shows more. */
export function LongList<Row>({ rows, list: List, children }: LongListProps<Row>) {
  const [most, setMost] = useState(ROWS)
  return (
    <>
      <List>{rows.slice(0, most).map(children)}</List>
      <ShowMore shown={most} rest={rows.length - most} onMore={() => setMost(most + ROWS)} />
    </>
  )
}
