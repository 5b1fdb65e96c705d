import { useCallback, useState } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import type { SaleSummary } from '../../../shared/ipc/index.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Empty } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { clockTime } from '../moment.ts'
import { ReturnForm } from '../returns/index.ts'
import { StateBadge } from '../state-badge.tsx'
import { openSale, usePage } from '../store.ts'
import { useText } from '../text.ts'
import { useAsked } from '../use-asked.ts'
import styles from './history.module.css'
import { SaleDetail } from './sale-detail.tsx'

/** The day's sales, newest first, and the one that is open beside them. */
export function History() {
  const say = useText()
  const opened = usePage((page) => page.openedSaleId)
  const [returning, setReturning] = useState<{ readonly saleId: string; readonly over: boolean } | null>(null)
  const { value: sales, failure } = useAsked(useCallback(() => call('listSales', { day: null }), []))
  if (returning && !returning.over)
    return (
      <ReturnForm
        saleId={returning.saleId}
        onLeave={() => setReturning({ saleId: returning.saleId, over: true })}
      />
    )
  return (
    <main className={styles.history} data-testid="history">
      <section className={styles.list}>
        <h1>{say('history.title')}</h1>
        <FailureNote failure={failure} />
        {sales === null ? <p className={styles.quiet}>{say('history.loading')}</p> : <Sales sales={sales} />}
      </section>
      <section className={styles.detail}>
        {opened === null ? (
          <p className={styles.choose}>{say('history.choose')}</p>
        ) : (
          <SaleDetail
            key={opened}
            saleId={opened}
            onReturn={() => setReturning({ saleId: opened, over: false })}
            returned={returning?.saleId === opened}
          />
        )}
      </section>
    </main>
  )
}

function Sales({ sales }: { readonly sales: readonly SaleSummary[] }) {
  const say = useText()
  const opened = usePage((page) => page.openedSaleId)
  if (sales.length === 0) {
    return <Empty icon="receipt" title={say('history.empty.title')} todo={say('history.empty.todo')} />
  }
  return (
    <>
      <div className={styles.heads} aria-hidden="true">
        <span>{say('history.number')}</span>
        <span>{say('history.time')}</span>
        <span>{say('history.goods')}</span>
        <span>{say('history.state')}</span>
        <span>{say('history.total')}</span>
      </div>
      <GridList
        className={styles.rows ?? ''}
        aria-label={say('history.title')}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={opened === null ? [] : [opened]}
        onSelectionChange={(keys) => {
          const [first] = keys === 'all' ? [] : [...keys]
          if (first !== undefined) openSale(String(first))
        }}
        items={sales}
        dependencies={[say]}
      >
        {(sale) => <SaleRow sale={sale} />}
      </GridList>
    </>
  )
}

function SaleRow({ sale }: { readonly sale: SaleSummary }) {
  const say = useText()
  const number = formatSaleNumber(sale.sequence)
  return (
    <GridListItem
      id={sale.id}
      textValue={`${number} ${sale.goods}`}
      className={styles.row ?? ''}
      data-testid="sale-row"
    >
      <div className={styles.cells}>
        <b>{number}</b>
        <span>{clockTime(sale.openedAt)}</span>
        <span className={styles.goods}>
          <span>{sale.goods}</span>
          <small>{say('cart.lines', { count: sale.lineCount })}</small>
        </span>
        <StateBadge state={sale.state} />
        <b className={styles.money}>{formatMoney(sale.total)}</b>
      </div>
    </GridListItem>
  )
}
