import { formatMoney, sumMoney } from '../../../shared/money/money.ts'
import { formatSaleNumber } from '../../../shared/sale/sale.ts'
import { PressButton } from '../../kit/index.ts'
import { withSign } from '../../texts/index.ts'
import { type Say, say, useView } from '../page/index.ts'
import { useChargesQr } from './own-data.tsx'
import styles from './qrs.module.css'

/** A cart with several kinds of tax is charged by one QR for each, one after the other (docs/decisions/tax-kinds.md). */
export function QrsOfCart() {
  const qrs = useView((view) => view.qrs)
  const takesQr = useChargesQr()
  if (qrs === null || !takesQr) return null
  const left = qrs.amounts.slice(qrs.at)
  const amounts = left.map(formatMoney).join(' + ')
  return (
    <p className={styles.qrs} data-testid="qrs">
      {left.length === 1 ? <PlaceWords /> : say('qrs.cart', { count: left.length, amounts })}
    </p>
  )
}

/** "QR 1 of 2, then 3,500 ₮". Renders nothing where one QR is enough. */
export function PlaceWords() {
  const qrs = useView((view) => view.qrs)
  if (qrs === null) return null
  const { at, amounts } = qrs
  const words = { place: at + 1, count: amounts.length }
  const later = sumMoney(amounts.slice(at + 1))
  return <>{later === 0 ? say('qrs.of', words) : say('qrs.then', { ...words, amount: formatMoney(later) })}</>
}

/** After the last of several QRs: what all of them were. */
export function AllQrs() {
  const qrs = useView((view) => view.qrs)
  if (qrs === null || qrs.at < qrs.amounts.length - 1) return null
  const { amounts } = qrs
  return (
    <p data-testid="qrs-all">
      {say('qrs.all', { count: amounts.length, amount: formatMoney(sumMoney(amounts)) })}
    </p>
  )
}

/** Of the button that leaves this sale: the rest of its cart, or these words. */
export function NextWords({ none }: { readonly none: Parameters<Say>[0] }) {
  const qrs = useView((view) => view.qrs)
  const later = qrs === null ? 0 : sumMoney(qrs.amounts.slice(qrs.at + 1))
  return <>{later === 0 ? say(none) : say('qrs.next', { amount: formatMoney(later) })}</>
}

/** Of a cart whose QR was cancelled: opens the return of each part that was paid before. */
export function GiveBack({ onPress }: { readonly onPress: (saleId: string) => void }) {
  const qrs = useView((view) => view.qrs)
  return qrs?.paid.map(({ saleId, sequence, total }) => (
    <PressButton key={saleId} onPress={() => onPress(saleId)} testId="give-back">
      {say('qrs.giveBack', { number: formatSaleNumber(sequence), amount: withSign(total) })}
    </PressButton>
  ))
}
