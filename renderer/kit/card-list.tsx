import type { ReactElement, ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import styles from './card-list.module.css'

type CardListProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  /** An id that is not among the rows chooses none. */
  readonly chosen: string | null
  readonly onChosen: (id: string) => void
  /** Other values than the rows that the cards depend on. */
  readonly dependencies: readonly unknown[]
  readonly children: (row: Row) => ReactElement
}

/** A list of some dozens of cards, one of them chosen. For a list of any length use `RowList`. */
export function CardList<Row extends { readonly id: string }>(props: CardListProps<Row>) {
  const { label, rows, chosen, onChosen, dependencies, children } = props
  return (
    <GridList
      className={styles.cards ?? ''}
      aria-label={label}
      selectionMode="single"
      selectionBehavior="replace"
      selectedKeys={rows.some(({ id }) => id === chosen) && chosen !== null ? [chosen] : []}
      onSelectionChange={(keys) => {
        const [first] = keys === 'all' ? [] : [...keys]
        if (first !== undefined) onChosen(String(first))
      }}
      items={rows}
      dependencies={dependencies}
    >
      {children}
    </GridList>
  )
}

type CardProps = {
  readonly id: string
  /** The name for screen readers and for finding the card by typing. */
  readonly name: string
  readonly testId?: string
  readonly children: ReactNode
}

export const Card = ({ id, name, testId, children }: CardProps) => (
  <GridListItem id={id} textValue={name} className={styles.card ?? ''} data-testid={testId}>
    {children}
  </GridListItem>
)
