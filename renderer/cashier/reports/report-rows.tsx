import { formatMoney, money } from '../../../shared/money.ts'
import { formatQuantity } from '../../../shared/quantity.ts'
import {
  columnText,
  namelessText,
  REPORT_COLUMNS,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  type RowKind,
  type TableOfReport,
  UNTOLD,
  WHOLE_TABLES,
  WORD_COLUMNS,
} from '../../../shared/report.ts'
import { classNames, Hint } from '../../kit/index.ts'
import { type Say, useText } from '../text.ts'
import styles from './reports.module.css'
import { type Sorting, sortBy } from './reports-page.ts'

type ReportRowsProps = {
  readonly table: ReportTable
  readonly shown: TableOfReport
  readonly sorting: Sorting | null
}

/** All figures of a table. Screen readers find here what a chart shows. */
export function ReportRows({ table, shown, sorting }: ReportRowsProps) {
  const say = useText()
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
              {columns.map((column) => (
                <td
                  key={column}
                  className={WORD_COLUMNS.has(column) ? styles.words : styles.number}
                  data-nothing={row[column as keyof ReportRow] === 0}
                >
                  {column === 'share' ? (
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
                  {place === 0 ? say('reports.all') : totalWords(column, rows)}
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

/** The column's total; empty if its figures cannot be added. */
function totalWords(column: ReportColumn, rows: readonly ReportRow[]): string {
  switch (column) {
    case 'times':
    case 'lines':
      return rows.reduce((sum, row) => sum + row[column], 0).toLocaleString('en-US')
    case 'amount':
    case 'back':
    case 'net':
    case 'vat':
    case 'cityTax':
    case 'before':
    case 'printed':
      return formatMoney(money(rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)))
    default:
      return ''
  }
}

function sorted(rows: readonly ReportRow[], sorting: Sorting | null): readonly ReportRow[] {
  if (sorting === null) return rows
  const { column, down } = sorting
  const before = (one: ReportRow, other: ReportRow): number => {
    const [a, b] = [sortValue(column, one), sortValue(column, other)]
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'mn')
    return down ? -order : order
  }
  return [...rows].sort(before)
}

type HeadProps = {
  readonly column: ReportColumn
  readonly table: ReportTable
  readonly sorting: Sorting | null
}

function Head({ column, table, sorting }: HeadProps) {
  const say = useText()
  const words = headWords(say, table, column)
  const mine = sorting?.column === column ? sorting : null
  return (
    <th
      scope="col"
      className={classNames(WORD_COLUMNS.has(column) ? styles.words : styles.number)}
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
const Share = ({ share, children }: { readonly share: number; readonly children: string }) => (
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

function cellWords(say: Say, table: ReportTable, column: ReportColumn, row: ReportRow): string {
  switch (column) {
    case 'day':
    case 'code':
      return row.key
    case 'hour':
      return `${row.key}:00`
    case 'weekday':
      return say(`reports.weekday.${row.key as '1'}`)
    case 'name':
      return row.name || say(namelessText(table))
    case 'kind':
      return say(`reports.kind.${row.key as RowKind}`)
    case 'times':
    case 'lines':
    case 'vatUntold':
    case 'cityTaxUntold':
      return row[column].toLocaleString('en-US')
    case 'vat':
    case 'cityTax':
      return row[column] === null ? UNTOLD : formatMoney(row[column])
    case 'quantity':
      return formatQuantity(row.quantity)
    case 'share':
      return (row.share / 100).toFixed(1)
    default:
      return row[column] === null ? '' : formatMoney(row[column])
  }
}

/** The value by which a column is sorted. */
function sortValue(column: ReportColumn, row: ReportRow): string | number {
  switch (column) {
    case 'day':
    case 'hour':
    case 'weekday':
    case 'code':
    case 'kind':
      return row.key
    case 'name':
      return row.name
    default:
      return row[column] ?? -1
  }
}
