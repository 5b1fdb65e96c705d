import { type ComponentType, type ReactNode, useState } from 'react'
import { PressButton } from '../kit/index.ts'
import { useText } from './text.ts'

/** Hundreds of rows with buttons would take seconds to draw, and half a second at each change. */
const ROWS = 50

type LongListProps<Row> = {
  readonly rows: readonly Row[]
  readonly list: ComponentType<{ readonly children: ReactNode }>
  readonly children: (row: Row, place: number) => ReactNode
}

/** A list that may be long: its first rows, and a button that shows more. */
export function LongList<Row>({ rows, list: List, children }: LongListProps<Row>) {
  const say = useText()
  const [most, setMost] = useState(ROWS)
  const rest = rows.length - most
  return (
    <>
      <List>{rows.slice(0, most).map(children)}</List>
      {rest <= 0 ? null : (
        <div>
          <PressButton onPress={() => setMost(most + ROWS)}>
            {say('list.more', { count: rest.toLocaleString('en-US') })}
          </PressButton>
        </div>
      )}
    </>
  )
}
