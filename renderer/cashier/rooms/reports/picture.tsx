import type { ReactNode } from 'react'
import {
  columnText,
  isBridge,
  type Report,
  type ReportRow,
  type ReportTable,
} from '../../../../shared/books/report.ts'
import { type Money, money } from '../../../../shared/money/money.ts'
import { cellWords } from '../../../../shared/texts/report-words.ts'
import { PressButton, Section } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { say } from '../../page/index.ts'
import { Chart } from './chart.tsx'
import { Share } from './report-rows.tsx'
import styles from './reports.module.css'
import { chooseTable } from './reports-page.ts'

const MOST_GOODS = 10

/** The overview: takings by hour or day, best sellers and tenders. A button of each part opens its table. */
export function Picture({ report }: { readonly report: Report }) {
  const { tables, from, to } = report
  const time = from === to ? 'hours' : 'days'
  return (
    <div className={styles.picture} data-testid="reports-picture">
      <Part table={time} wide={tables[time].rows.length > 1}>
        {tables[time].rows.length > 1 ? <Chart table={time} rows={tables[time].rows} /> : null}
      </Part>
      <Part table="products">
        <Largest table="products" rows={tables.products.rows.slice(0, MOST_GOODS)} />
      </Part>
      <Part table="tenders">
        <Largest table="tenders" rows={tables.tenders.rows.filter((row) => !isBridge('tenders', row))}>
          <ToNet rows={tables.tenders.rows} net={report.totals.net} />
        </Largest>
      </Part>
    </div>
  )
}

type PartProps = {
  readonly table: ReportTable
  readonly wide?: boolean
  readonly children: ReactNode
}

const Part = ({ table, wide = false, children }: PartProps) => (
  <div className={wide ? styles.wide : undefined}>
    <Section
      title={say(table === 'products' ? 'reports.bestSellers' : `reports.table.${table}`)}
      tools={
        <PressButton size="small" tone="subtle" onPress={() => chooseTable(table)}>
          {say('word.table')}
        </PressButton>
      }
      testId={`picture-${table}`}
    >
      {children}
    </Section>
  </div>
)

type LargestProps = {
  readonly table: 'products' | 'tenders'
  readonly rows: readonly ReportRow[]
  readonly children?: ReactNode
}

/** A small table: the amount of each row, and its share of the total as a bar. */
function Largest({ table, rows, children }: LargestProps) {
  const [name, count] = table === 'products' ? (['name', 'quantity'] as const) : (['kind', 'times'] as const)
  return (
    <table className={styles.rows}>
      <thead className={styles.heads}>
        <tr>
          {([name, count, 'amount', 'share'] as const).map((column) => (
            <th key={column} scope="col">
              {say(columnText(table, column))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(({ amount }) => (table === 'tenders' ? amount !== 0 : amount > 0))
          .map((row) => (
            <tr key={row.key}>
              <th scope="row" className={styles.words}>
                {cellWords(say, table, name, row)}
              </th>
              <td className={styles.number}>{cellWords(say, table, count, row)}</td>
              <td className={styles.number}>{withSign(row.amount)}</td>
              <td className={styles.number}>
                <Share share={row.share}>{`${cellWords(say, table, 'share', row)} %`}</Share>
              </td>
            </tr>
          ))}
      </tbody>
      {children}
    </table>
  )
}

type ToNetProps = { readonly rows: readonly ReportRow[]; readonly net: Money }

/** Leads from the taken money to the net sales, as on X and Z. Renders nothing if they are the same. */
function ToNet({ rows, net }: ToNetProps) {
  const refunded = rows.reduce((sum, { back }) => sum + back, 0)
  const parts = [
    ...(refunded === 0 ? [] : [[say('reports.column.refunded'), money(-refunded)] as const]),
    ...rows
      .filter((row) => isBridge('tenders', row))
      .map((row) => [cellWords(say, 'tenders', 'kind', row), row.net] as const),
  ]
  if (parts.length === 0) return null
  return (
    <>
      <tbody>
        {parts.map(([words, amount]) => (
          <ToNetRow key={words} words={words} amount={amount} />
        ))}
      </tbody>
      <tfoot>
        <ToNetRow words={say('reports.figure.net')} amount={net} />
      </tfoot>
    </>
  )
}

const ToNetRow = ({ words, amount }: { readonly words: string; readonly amount: Money }) => (
  <tr data-testid="picture-to-net">
    <th scope="row" colSpan={2} className={styles.words}>
      {words}
    </th>
    <td className={styles.number}>{withSign(amount)}</td>
    <td />
  </tr>
)
