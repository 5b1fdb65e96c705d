import {
  columnText,
  isBridge,
  isWords,
  REPORT_COLUMNS,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type Sorting,
  type TableOfReport,
  WHOLE_TABLES,
} from '../../../../shared/books/report.ts'
import { cellWords, sorted, totalWords } from '../../../../shared/texts/report-words.ts'
import { classNames, Hint, PressButton } from '../../../kit/index.ts'
import { type Say, say } from '../../page/text.ts'
import styles from './reports.module.css'
import { sortBy } from './reports-page.ts'

type ReportRowsProps = {
  readonly table: ReportTable
  readonly shown: TableOfReport
  readonly sorting: Sorting | null
  /** Shows what a row consists of. Left out where a row has no parts. */
  readonly onOpen?: (row: ReportRow) => void
}

/** All figures of a table. Screen readers find here what a chart shows. */
export function ReportRows({ table, shown, sorting, onOpen }: ReportRowsProps) {
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[table]
  const { rows, all } = shown
  return (
    <div className={styles.list}>
      <table className={styles.rows} data-testid="reports-rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column} column={column} table={table} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, sorting).map((row) => (
            <tr key={row.key}>
              {columns.map((column, place) => (
                <td
                  key={column}
                  className={isWords(column) ? styles.words : styles.number}
                  data-nothing={row[column as keyof ReportRow] === 0}
                >
                  {place === 0 && onOpen && row.key !== '' && (row.times > 0 || row.back > 0) ? (
                    <PressButton tone="subtle" size="small" onPress={() => onOpen(row)} testId="reports-open">
                      {cellWords(say, table, column, row)}
                    </PressButton>
                  ) : column === 'share' && !isBridge(table, row) ? (
                    <Share share={row.share}>{cellWords(say, table, column, row)}</Share>
                  ) : (
                    cellWords(say, table, column, row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {WHOLE_TABLES.has(table) && rows.length > 1 && all === rows.length ? (
          <tfoot data-testid="reports-total">
            <tr>
              {columns.map((column, place) => (
                <td key={column} className={place === 0 ? styles.words : styles.number}>
                  {place === 0 ? say('word.total') : totalWords(column, rows)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {all > rows.length ? <Hint>{say('reports.shown', { all, shown: rows.length })}</Hint> : null}
    </div>
  )
}

type HeadProps = {
  readonly column: ReportColumn
  readonly table: ReportTable
  readonly sorting: Sorting | null
}

function Head({ column, table, sorting }: HeadProps) {
  const words = headWords(say, table, column)
  const mine = sorting?.column === column ? sorting : null
  return (
    <th
      scope="col"
      className={classNames(isWords(column) ? styles.words : styles.number)}
      aria-sort={mine === null ? 'none' : mine.down ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => sortBy(column)}
        title={say('reports.sort', { column: words })}
      >
        {words}
        <span aria-hidden="true" className={styles.arrow}>
          {mine === null ? '' : mine.down ? '↓' : '↑'}
        </span>
      </button>
    </th>
  )
}

/** The share as a bar, beside its figure. */
export const Share = ({ share, children }: { readonly share: number; readonly children: string }) => (
  <>
    <svg className={styles.share} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.shareGround} width="100" height="10" />
      <rect className={styles.shareFill} width={Math.min(100, Math.max(0, share / 100))} height="10" />
    </svg>
    <span className={styles.shareFigure}>{children}</span>
  </>
)

const headWords = (say: Say, table: ReportTable, column: ReportColumn): string =>
  say(columnText(table, column))
