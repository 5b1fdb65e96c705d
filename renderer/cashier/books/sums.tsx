import type { BookSums } from '../../../shared/books.ts'
import { type Money, money, NO_MONEY } from '../../../shared/money.ts'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import styles from './books.module.css'

/** The day in six figures: both books and how far apart they are; what they agree on, what it cost, what is paid out. */
export function Sums({ sums }: { readonly sums: BookSums }) {
  const say = useText()
  const payments = (count: number) => say('books.count.of', { count: count.toLocaleString('en-US') })
  const difference = money(sums.theirs.amount - sums.ours.amount)
  const figures = [
    { key: 'theirs', words: withSign(sums.theirs.amount), beside: payments(sums.theirs.count) },
    { key: 'ours', words: withSign(sums.ours.amount), beside: payments(sums.ours.count) },
    { key: 'difference', words: signed(difference), beside: '', differs: difference !== NO_MONEY },
    { key: 'matched', words: withSign(sums.matched.amount), beside: payments(sums.matched.count) },
    { key: 'fees', words: withSign(sums.fees), beside: '' },
    { key: 'net', words: withSign(sums.net), beside: '' },
  ] as const
  return (
    <>
      <dl className={styles.sums}>
        {figures.map(({ key, words, beside, ...more }) => (
          <div
            key={key}
            className={styles.sum}
            data-differs={'differs' in more && more.differs}
            data-testid={`books-sum-${key}`}
          >
            <dt>{say(`books.sum.${key}`)}</dt>
            <dd>
              <b>{words}</b>
              <small>{beside}</small>
            </dd>
          </div>
        ))}
      </dl>
      {sums.elsewhere.count === 0 ? null : (
        <p className={styles.quiet} data-testid="books-elsewhere">
          {[
            say('books.sum.elsewhere'),
            say('books.invoices.of', { count: sums.elsewhere.count.toLocaleString('en-US') }),
            withSign(sums.elsewhere.amount),
          ].join(' · ')}
        </p>
      )}
    </>
  )
}

/** More at the service is a plus. */
const signed = (amount: Money): string => `${amount > NO_MONEY ? '+' : ''}${withSign(amount)}`
