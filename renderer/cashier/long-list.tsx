import { type ComponentType, type ReactNode, useState } from 'react'
import { PressButton } from '../kit/index.ts'
import { useText } from './text.ts'
import { useFocusOnNew } from './use-focus-on-new.ts'

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
  const { more, follow } = useFocusOnNew(most)
  const rest = rows.length - most
  const showMore = () => {
    follow()
    setMost(most + ROWS)
  }
  return (
    <>
      <List>{rows.slice(0, most).map(children)}</List>
      {rest <= 0 ? null : (
        <div ref={more}>
          <PressButton onPress={showMore}>
            {say('list.more', { count: rest.toLocaleString('en-US') })}
          </PressButton>
        </div>
      )}
    </>
  )
}
