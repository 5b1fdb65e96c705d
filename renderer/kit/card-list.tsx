import type { ReactElement, ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import styles from './card-list.module.css'

type CardListProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  /** One that is not among them is none. */
  readonly chosen: string | null
  readonly onChosen: (id: string) => void
  /** What the cards are drawn from besides their rows. */
  readonly dependencies: readonly unknown[]
  readonly children: (row: Row) => ReactElement
}

/** Some dozens of cards, one of them chosen. A list of any length is a `RowList`. */
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
  /** What a screen reader calls it, and what typing leads to. */
  readonly name: string
  readonly testId?: string
  readonly children: ReactNode
}

export const Card = ({ id, name, testId, children }: CardProps) => (
  <GridListItem id={id} textValue={name} className={styles.card ?? ''} data-testid={testId}>
    {children}
  </GridListItem>
)
