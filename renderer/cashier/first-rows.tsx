import { type ReactNode, useState } from 'react'
import { PressButton } from '../kit/index.ts'
import { useText } from './text.ts'

/** Hundreds of rows with their buttons would take seconds to draw, and half a second at each change. */
const ROWS = 50

/** The first rows of a list that may be long, and a button that shows more; null where all are shown. */
export function useFirstRows<Row>(rows: readonly Row[]): {
  readonly shown: readonly Row[]
  readonly more: ReactNode
} {
  const say = useText()
  const [most, setMost] = useState(ROWS)
  const rest = rows.length - most
  return {
    shown: rows.slice(0, most),
    more:
      rest <= 0 ? null : (
        <div>
          <PressButton onPress={() => setMost(most + ROWS)}>
            {say('list.more', { count: rest.toLocaleString('en-US') })}
          </PressButton>
        </div>
      ),
  }
}
