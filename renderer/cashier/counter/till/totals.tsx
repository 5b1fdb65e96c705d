import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { roundedCash } from '../../../../shared/money/cash-rounding.ts'
import { type Money, money, NO_MONEY } from '../../../../shared/money/money.ts'
import type { SaleView } from '../../../../shared/page/index.ts'
import { missingOf, tenderSum } from '../../../../shared/sale/money-of-sale.ts'
import type { Sale, Totals } from '../../../../shared/sale/sale.ts'
import { Icon } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, say, useCommand, useView } from '../../page/index.ts'
import { discountLabel, takenOffSale } from '../../parts/discount-words.ts'
import { untaxed } from '../../parts/sale-facts.tsx'
import { useSearchFocus } from '../../parts/search-focus.ts'
import styles from './cart.module.css'

/** The length of "9,999,999 ₮". */
const LONG = 11

type CartTotalsProps = {
  readonly counter: SaleView | null
  /** Tenders were taken, so the goods cannot change. */
  readonly locked: boolean
}

/** The taxes are contained in the prices. A tax of zero is not shown (docs/receipts.md#the-printed-e-receipt). */
export function CartTotals({ counter, locked }: CartTotalsProps) {
  const totals = counter?.totals ?? null
  const total = withSign(totals?.total ?? NO_MONEY)
  return (
    <div className={styles.totals}>
      <dl className={styles.whole}>
        {counter === null ? null : <WholeSale sale={counter.sale} locked={locked} />}
      </dl>
      <InCash counter={counter} />
      <div className={styles.total}>
        <div>
          <span>{say('word.total')}</span>
          <dl className={styles.taxes}>
            {taxesOf(totals).map(([name, amount, testId]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd data-testid={testId}>{withSign(amount)}</dd>
              </div>
            ))}
          </dl>
        </div>
        <b data-testid="total" data-long={total.length > LONG}>
          {total}
        </b>
      </div>
    </div>
  )
}

/** What cash would pay, where it is rounded to another amount. */
function InCash({ counter }: Pick<CartTotalsProps, 'counter'>) {
  const { tenders, cashRounding } = useView(({ settings }) => settings)
  if (counter === null || tenders.cash === 'off') return null
  const due = missingOf(counter.totals.total, tenderSum(counter.sale))
  const inCash = roundedCash(due, cashRounding)
  return inCash === due ? null : (
    <dl className={styles.taxes}>
      <div>
        <dt>{say('cart.inCash')}</dt>
        <dd data-testid="total-in-cash">{withSign(inCash)}</dd>
      </div>
    </dl>
  )
}

type TaxRow = readonly [name: string, amount: Money, testId: string]

/** The rows of the taxes. A single tax has a longer label that says that the total contains it. */
function taxesOf(totals: Totals | null): readonly TaxRow[] {
  if (totals === null) return []
  const others = untaxed(totals).map(
    ({ kind, amount }): TaxRow => [say(`goods.taxKind.${kind}`), amount, `total-${kind}`],
  )
  const alone = others.length === 0 && (totals.vat === 0 || totals.cityTax === 0)
  const taxes: readonly TaxRow[] = [
    [say(alone ? 'cart.vat' : 'paying.vat'), totals.vat, 'total-vat'],
    [say(alone ? 'cart.cityTax' : 'paying.cityTax'), totals.cityTax, 'total-city-tax'],
  ]
  return [...taxes.filter(([, amount]) => amount !== NO_MONEY), ...others]
}

/** Note and discount of the whole sale. One press removes each. */
function WholeSale({ sale, locked }: { readonly sale: Sale; readonly locked: boolean }) {
  const off = takenOffSale(sale.lines)
  const before = money(sale.lines.reduce((sum, { amount }) => sum + amount, 0) + off)
  return (
    <>
      {sale.note === '' ? null : (
        <dt className={styles.noted} data-testid="sale-note">
          <span>{say('cart.note', { note: sale.note })}</span>
          <TakeOff
            label={say('cart.note.remove')}
            take={() => call('noteSale', { saleId: sale.id, note: '' })}
          />
        </dt>
      )}
      {sale.discount === null ? null : (
        <>
          <dt>{say('cart.before')}</dt>
          <dd data-testid="before-discount">{withSign(before)}</dd>
          <dt className={styles.discounted}>
            <span>{discountLabel(say, sale.discount)}</span>
            <TakeOff
              label={say('cart.discount.remove')}
              take={() => call('discountSale', { saleId: sale.id, discount: '' })}
              disabled={locked}
            />
          </dt>
          <dd className={styles.off} data-testid="sale-discount">
            {withSign(money(-off))}
          </dd>
        </>
      )}
    </>
  )
}

type TakeOffProps = {
  readonly label: string
  readonly take: () => ReturnType<typeof call<'noteSale' | 'discountSale'>>
  readonly disabled?: boolean
}

function TakeOff({ label, take, disabled = false }: TakeOffProps): ReactNode {
  const taking = useCommand()
  const focusSearch = useSearchFocus()
  const press = async () => {
    // The pressed button disappears, so the search box takes the focus.
    if ((await taking.run(take))?.ok) focusSearch()
  }
  return (
    <Button
      className={styles.takeOff ?? ''}
      preventFocusOnPress
      onPress={() => void press()}
      isDisabled={disabled}
      isPending={taking.pending}
      aria-label={label}
    >
      <Icon name="cross" size={16} />
    </Button>
  )
}
