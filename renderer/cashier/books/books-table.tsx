import type { ReactNode } from 'react'
import styles from './books.module.css'

type Column = { readonly words: string; readonly figure?: boolean }
type BooksTableProps = {
  readonly columns: readonly Column[]
  readonly testId: string
  /** Its rows; a cell of figures carries `data-figure`. */
  readonly children: ReactNode
}

export const BooksTable = ({ columns, testId, children }: BooksTableProps) => (
  <table className={styles.table} data-testid={testId}>
    <thead>
      <tr>
        {columns.map(({ words, figure }) => (
          <th key={words} scope="col" {...(figure ? { 'data-figure': true } : {})}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
