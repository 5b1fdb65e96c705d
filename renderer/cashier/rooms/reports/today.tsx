import { type ReactNode, useCallback } from 'react'
import { Button } from 'react-aria-components'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import { columnText, type ReportColumn, type ReportRow } from '../../../../shared/books/report.ts'
import type { Today as Figures } from '../../../../shared/books/today.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import { cellWords } from '../../../../shared/texts/report-words.ts'
import { Empty } from '../../../kit/index.ts'
import { signed, withSign } from '../../../texts/index.ts'
import { call, say, showRoom, useAsked, useView } from '../../page/index.ts'
import { FailureNote, Unanswered } from '../../parts/failure-note.tsx'
import { HowCurrent } from '../all-tills/index.ts'
import { showSales } from '../history/history-page.ts'
import { changeWords } from './big-figures.tsx'
import { Chart } from './chart.tsx'
import { ComparedWith } from './compared-with.tsx'
import { chooseTableOfToday } from './reports-page.ts'
import styles from './today.module.css'

const MINUTE_MS = 60_000

/** What an owner sees first, on one screen. Each card opens what its figures are made of. */
export function Today({ till }: { readonly till: TillChoice }) {
  const { value, failure } = useAsked(
    useCallback(() => call('today', { till }), [till]),
    MINUTE_MS,
  )
  const note = (
    <FailureNote failure={failure} {...(till === 'this' ? {} : { todo: say('allTills.ownInstead') })} />
  )
  if (value === null) return failure === null ? <Unanswered failure={null} /> : note
  return (
    <>
      {note}
      <div className={styles.today} data-testid="today">
        <div>
          <Sold today={value} />
          <People rows={value.people} />
        </div>
        <div>
          <Tenders rows={value.tenders} />
          <Goods rows={value.products} />
        </div>
        <div>
          <Waits />
          <Receipts receipts={value.receipts} till={till} />
          <Shifts today={value} />
        </div>
      </div>
      <HowCurrent tills={value.tills} />
    </>
  )
}

type CardProps = {
  readonly title: string
  readonly testId: string
  readonly onOpen: () => void
  readonly children: ReactNode
}

const Card = ({ title, testId, onOpen, children }: CardProps) => (
  <section className={styles.card} aria-label={title} data-testid={`today-${testId}`}>
    <h2>
      <Open words={title} onPress={onOpen} testId={testId} />
    </h2>
    {children}
  </section>
)

type OpenProps = {
  readonly words: string
  readonly figure?: string
  readonly onPress: () => void
  readonly testId: string
}

const Open = ({ words, figure, onPress, testId }: OpenProps) => (
  <Button className={styles.open ?? ''} onPress={onPress} data-testid={`today-open-${testId}`}>
    {words}
    {figure === undefined ? null : <b>{figure}</b>}
    <span aria-hidden="true">›</span>
  </Button>
)

type Line = {
  readonly key: string
  readonly words: string
  readonly figures: readonly string[]
  /** Left out if a press on the card's title opens the same. */
  readonly onOpen?: () => void
}

const Lines = ({ lines }: { readonly lines: readonly Line[] }) => (
  <table>
    <tbody>
      {lines.map(({ key, words, figures, onOpen }) => (
        <tr key={key}>
          <th scope="row">
            {onOpen === undefined ? words : <Open words={words} onPress={onOpen} testId={key} />}
          </th>
          {figures.map((figure, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is a column.
            <td key={place}>{figure}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Sold({ today: { totals, change, hours, before, until, netBefore } }: { readonly today: Figures }) {
  const isNothing = totals.sales === 0 && totals.back === 0
  return (
    <Card title={say('today.sold')} testId="sold" onOpen={() => chooseTableOfToday('hours')}>
      {isNothing ? (
        <Empty icon="chart" title={say('today.none')} todo={say('today.none.todo')} />
      ) : (
        <p className={styles.net}>
          <b data-testid="today-net">{withSign(totals.net)}</b>
          <span>
            {say('today.sales', {
              sales: totals.sales.toLocaleString('en-US'),
              average: withSign(totals.averageSale),
            })}
          </span>
          <span>
            {change === null ? say('reports.fresh') : `${changeWords(change)} · ${withSign(netBefore)}`}
          </span>
          {totals.back === 0 ? null : <span>{`${say('reports.figure.back')} ${withSign(totals.back)}`}</span>}
          <ComparedWith range={{ from: before, to: before }} until={until} />
        </p>
      )}
      {hours.length > 1 ? <Chart table="hours" rows={hours} /> : null}
    </Card>
  )
}

const Tenders = ({ rows }: { readonly rows: readonly ReportRow[] }) =>
  rows.length === 0 ? null : (
    <Card title={say('reports.table.tenders')} testId="tenders" onOpen={() => chooseTableOfToday('tenders')}>
      <Lines
        lines={rows.map((row) => ({
          key: row.key,
          words: cellWords(say, 'tenders', 'kind', row),
          figures: [cellWords(say, 'tenders', 'times', row), withSign(row.net)],
        }))}
      />
    </Card>
  )

/** What a press on each row of e-receipts opens. Issued ones are in the table that the card opens. */
const opensReceipts = (till: TillChoice) => ({
  issued: {},
  owed: { onOpen: () => showSales({ standing: 'owed' }, till) },
  'to-issue-elsewhere': { onOpen: () => chooseTableOfToday('elsewhere') },
})

type ReceiptsProps = Pick<Figures, 'receipts'> & { readonly till: TillChoice }

const Receipts = ({ receipts, till }: ReceiptsProps) =>
  receipts.length === 0 ? null : (
    <Card title={say('today.receipts')} testId="receipts" onOpen={() => chooseTableOfToday('taxes')}>
      <Lines
        lines={receipts.map(({ kind, count, amount }) => ({
          key: kind,
          words: say(`today.receipt.${kind}`),
          figures: [count.toLocaleString('en-US'), withSign(amount)],
          ...opensReceipts(till)[kind],
        }))}
      />
    </Card>
  )

/** What waits for a person at this till; nothing where nothing does. */
function Waits() {
  const attention = useView((view) => view.attention)
  const papers = useView(({ printing }) => printing.waiting + printing.unconfirmed)
  const rows = (
    [
      ['attention', attention],
      ['papers', papers],
    ] as const
  ).filter(([, count]) => count > 0)
  if (rows.length === 0) return null
  return (
    <section className={styles.card} aria-label={say('today.waits')} data-testid="today-waits">
      {rows.map(([what, count]) => (
        <Open
          key={what}
          words={say(`today.waits.${what}`)}
          figure={count.toLocaleString('en-US')}
          onPress={() => showRoom(what === 'attention' ? 'attention' : 'prints')}
          testId={what}
        />
      ))}
    </section>
  )
}

function Shifts({ today: { drawers, differences } }: { readonly today: Figures }) {
  const lineOf = ({ id, terminal, name, amount }: Figures['differences'][number], isSigned: boolean) => ({
    key: id,
    words: [terminal, name].filter((part) => part !== '').join(' · '),
    figures: [isSigned ? signed(amount) : withSign(amount)],
  })
  return (
    <>
      {drawers === null || drawers.length === 0 ? null : (
        <Card title={say('today.drawers')} testId="drawers" onOpen={() => showRoom('shift')}>
          <Lines lines={drawers.map((shift) => lineOf(shift, false))} />
        </Card>
      )}
      {differences.length === 0 ? null : (
        <Card title={say('today.differences')} testId="differences" onOpen={() => showRoom('shift')}>
          <Lines lines={differences.map((shift) => lineOf(shift, true))} />
        </Card>
      )}
    </>
  )
}

const WATCHED = ['discounts', 'overrides', 'removed', 'back'] as const satisfies readonly ReportColumn[]

/** Who gave something away or took it back. A column without a figure is left out. */
function People({ rows }: { readonly rows: readonly ReportRow[] }) {
  const columns = WATCHED.filter((column) => rows.some((row) => (row[column] ?? 0) !== 0))
  if (columns.length === 0) return null
  return (
    <Card title={say('today.people')} testId="people" onOpen={() => chooseTableOfToday('cashiers')}>
      <table>
        <thead>
          <tr>
            {(['name', ...columns] as const).map((column) => (
              <th key={column} scope="col">
                {say(columnText('cashiers', column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{cellWords(say, 'cashiers', 'name', row)}</th>
              {columns.map((column) => (
                <td key={column}>{row[column] ? formatMoney(row[column]) : ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const Goods = ({ rows }: { readonly rows: readonly ReportRow[] }) =>
  rows.length === 0 ? null : (
    <Card title={say('reports.bestSellers')} testId="goods" onOpen={() => chooseTableOfToday('products')}>
      <Lines
        lines={rows.map((row) => ({
          key: row.key,
          words: cellWords(say, 'products', 'name', row),
          figures: [cellWords(say, 'products', 'quantity', row), withSign(row.amount)],
        }))}
      />
    </Card>
  )
