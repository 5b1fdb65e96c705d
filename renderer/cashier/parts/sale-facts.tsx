import { memo } from 'react'
import { money } from '../../../shared/money/money.ts'
import type { KindTaxes, TaxKind } from '../../../shared/money/tax.ts'
import type { Sale, Totals } from '../../../shared/sale/sale.ts'
import { withSign } from '../../texts/index.ts'
import { useText } from '../page/index.ts'
import { discountLabel, takenOffSale } from './discount-words.ts'
import { receiverWords } from './receiver-words.ts'
import styles from './sale-facts.module.css'

type SaleFactsProps = { readonly sale: Sale; readonly totals: Totals }

/** Facts of a sale: receiver, discounts, taxes, and the number under which the service knows it. */
export const SaleFacts = memo(({ sale, totals }: SaleFactsProps) => {
  const say = useText()
  const { receiver } = sale
  const facts: readonly (readonly [string, string])[] = [
    [say('word.receiptFor'), receiverWords(say, receiver)],
    ...(sale.note === '' ? [] : [[say('line.note'), sale.note] as const]),
    ...(sale.discount === null
      ? []
      : [[discountLabel(say, sale.discount), withSign(money(-takenOffSale(sale.lines)))] as const]),
    ...(totals.vat === 0 ? [] : [[say('paying.vat'), withSign(totals.vat)] as const]),
    ...(totals.cityTax === 0 ? [] : [[say('paying.cityTax'), withSign(totals.cityTax)] as const]),
    ...untaxed(totals).map(({ kind, amount }) => [say(`goods.taxKind.${kind}`), withSign(amount)] as const),
    ...(sale.cashier === null ? [] : [[say('history.cashier'), sale.cashier.name] as const]),
    [say('word.number'), sale.senderInvoiceNo],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
})

export type Untaxed = KindTaxes & { readonly kind: Exclude<TaxKind, 'vat'> }

/** The tax kinds in the sale that bear no VAT. */
export const untaxed = ({ byKind }: Pick<Totals, 'byKind'>): readonly Untaxed[] =>
  byKind.filter((one): one is Untaxed => one.kind !== 'vat')
