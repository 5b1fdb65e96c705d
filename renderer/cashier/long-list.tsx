import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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
  const { below, lead } = useLead(most)
  const rest = rows.length - most
  const showMore = () => {
    lead()
    setMost(most + ROWS)
  }
  return (
    <>
      <List>{rows.slice(0, most).map(children)}</List>
      {rest <= 0 ? null : (
        <div ref={below}>
          <PressButton onPress={showMore}>
            {say('list.more', { count: rest.toLocaleString('en-US') })}
          </PressButton>
        </div>
      )}
    </>
  )
}

/** When the button was pressed with the keyboard, moves the focus to the first new row. The button itself is now below all new rows, or gone. */
function useLead(most: number) {
  const below = useRef<HTMLDivElement>(null)
  const left = useRef<{ readonly list: Element; readonly rows: ReadonlySet<Element> }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when more rows are shown.
  useLayoutEffect(() => {
    const had = left.current
    left.current = null
    const row = [...(had?.list.children ?? [])].find((one) => had?.rows.has(one) === false)
    row?.querySelector('button')?.focus()
  }, [most])
  const lead = () => {
    const list = below.current?.previousElementSibling
    if (list && below.current?.contains(document.activeElement))
      left.current = { list, rows: new Set(list.children) }
  }
  return { below, lead }
}
