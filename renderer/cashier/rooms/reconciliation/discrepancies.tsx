import type {
  DiscrepancyKind,
  DiscrepancySeen,
  ReconciliationSeen,
} from '../../../../shared/books/reconciliation.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { Hint, Icon, Note, PressButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { openSale, say } from '../../page/index.ts'
import { dayAndTime } from '../../parts/moment.ts'
import styles from './books.module.css'
import { showInvoice } from './books-page.ts'
import { DiscrepancyResolutions } from './resolutions.tsx'

/** The discrepancies. Their order stays the same, so that an explained one keeps its place. */
export function Discrepancies({ result }: { readonly result: ReconciliationSeen }) {
  const { discrepancies, count, span } = result
  const left = discrepancies.filter(isLeft).length
  const resolved = discrepancies.some(({ resolvedAt }) => resolvedAt !== null)
  if (count === 0)
    return (
      <Note tone="good" title={say('books.agree')} testId="books-agree">
        <span>{say('books.agree.words')}</span>
      </Note>
    )
  return (
    <section className={styles.section} aria-label={say('books.differences')}>
      <h2>
        {left === 0
          ? say(resolved ? 'books.all.settled' : 'books.all.explained')
          : say('books.differences.open', {
              count: (count - discrepancies.length + left).toLocaleString('en-US'),
            })}
      </h2>
      <ul className={styles.differences}>
        {discrepancies.map((one) => (
          <OneDiscrepancy key={placeOf(one)} span={span} discrepancy={one} />
        ))}
      </ul>
      {count > discrepancies.length ? (
        <Hint>
          {say('books.more.differences', { count: (count - discrepancies.length).toLocaleString('en-US') })}
        </Hint>
      ) : null}
    </section>
  )
}

type OneProps = { readonly span: string; readonly discrepancy: DiscrepancySeen }

/** The React key leaves the amounts out, so that the focus stays in the row when an amount changes. */
const placeOf = ({ kind, paymentId, invoiceId, saleId }: DiscrepancySeen): string =>
  [kind, paymentId ?? invoiceId ?? saleId].join('|')

const isLeft = (one: DiscrepancySeen): boolean => one.explained === null && one.resolvedAt === null

function OneDiscrepancy({ span, discrepancy }: OneProps) {
  const { kind, saleId, sequence, senderInvoiceNo, invoiceId, explained, resolvedAt } = discrepancy
  return (
    <li
      className={styles.difference}
      data-explained={explained !== null}
      data-resolved={resolvedAt !== null}
      data-testid="books-difference"
      data-kind={kind}
    >
      <div className={styles.discrepancyHead}>
        <Icon name={isLeft(discrepancy) ? 'warning' : 'check'} size={20} />
        <h3>{say(`books.kind.${kind}`)}</h3>
        <TwoSums kind={kind} ours={discrepancy.ours} theirs={discrepancy.theirs} />
      </div>
      <p className={styles.about}>{say(`books.about.${kind}`)}</p>
      <p className={styles.names}>
        {[
          ...(sequence === null ? [] : [say('books.sale', { number: formatSaleNumber(sequence) })]),
          ...(discrepancy.state === null ? [] : [say(`state.${discrepancy.state}`)]),
          ...(discrepancy.status === null
            ? []
            : [`${say('books.theirs')}: ${say(`books.payment.${discrepancy.status}`)}`]),
        ].join(' · ')}
        <span className={styles.id}>{senderInvoiceNo}</span>
      </p>
      {resolvedAt === null ? null : (
        <p className={styles.explained} data-testid="books-resolved">
          <b>{say('books.resolved')}</b>
          <span>{say('books.resolved.at', { at: dayAndTime(resolvedAt) })}</span>
        </p>
      )}
      {explained === null ? null : (
        <p className={styles.explained}>
          <b>{say('books.explained')}</b>
          <span>{explained.why}</span>
          <small>
            {explained.by === null
              ? dayAndTime(explained.at)
              : say('books.explained.by', { who: explained.by.name, at: dayAndTime(explained.at) })}
          </small>
        </p>
      )}
      <DiscrepancyResolutions span={span} discrepancy={discrepancy}>
        {saleId === null ? null : (
          <PressButton tone="subtle" onPress={() => openSale(saleId)}>
            {say('word.openSale')}
          </PressButton>
        )}
        {invoiceId === null || saleId !== null ? null : (
          <PressButton tone="subtle" onPress={() => showInvoice(invoiceId)}>
            {say('books.invoice')}
          </PressButton>
        )}
      </DiscrepancyResolutions>
    </li>
  )
}

/** For these kinds a missing amount means that the payment or invoice does not exist, and the row says so. */
const NONE_IS_TOLD: ReadonlySet<DiscrepancyKind> = new Set<DiscrepancyKind>([
  'money-without-sale',
  'sale-without-money',
  'payment-pending',
  'doubled-invoice',
  'invoice-without-sale',
  'invoice-missing',
])

/** The amounts of the journal and of the service, side by side. */
function TwoSums({ kind, ours, theirs }: Pick<DiscrepancySeen, 'kind' | 'ours' | 'theirs'>) {
  const sums = [
    { label: say('books.ours'), amount: ours },
    { label: say('books.theirs'), amount: theirs },
  ].filter(({ amount }) => amount !== null || NONE_IS_TOLD.has(kind))
  if (sums.length === 0) return null
  return (
    <dl className={styles.two}>
      {sums.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-none={amount === null}>{amount === null ? say('books.nothing') : withSign(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
