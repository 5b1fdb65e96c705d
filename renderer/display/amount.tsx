import type { CSSProperties } from 'react'
import { type Money, NO_MONEY } from '../../shared/money/money.ts'
import type { DisplaySums } from '../../shared/page/display.ts'
import { say, withSign } from '../texts/index.ts'
import styles from './amount.module.css'

type AmountProps = { readonly label: string; readonly amount: Money }

/** The main amount, as large as its digits allow. */
export function Amount({ label, amount }: AmountProps) {
  const text = withSign(amount)
  return (
    <p className={styles.amount}>
      <span className={styles.label}>{label}</span>
      <strong style={{ '--width': widthOf(text) } as CSSProperties} data-testid="display-amount">
        {text}
      </strong>
    </p>
  )
}

/** Estimated width in ems: digits and signs are wide, separators narrow. */
const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (/[\d₮−]/.test(letter) ? 0.66 : 0.3), 0)

/** A smaller amount that explains the main one. */
export const LesserAmount = ({ label, amount, testId }: AmountProps & { readonly testId?: string }) => (
  <p className={styles.lesser}>
    <span>{label}</span>
    <b data-testid={testId}>{withSign(amount)}</b>
  </p>
)

type SumsProps = { readonly sums: DisplaySums; readonly due: boolean }

/** The missing amount; after a part payment also the paid amount and the total. */
export function Sums({ sums, due }: SumsProps) {
  const inCash =
    due || sums.inCash === sums.missing ? null : (
      <LesserAmount label={say('display.inCash')} amount={sums.inCash} testId="display-in-cash" />
    )
  if (sums.paid === NO_MONEY)
    return (
      <>
        {inCash}
        <Amount label={say(due ? 'display.due' : 'display.total')} amount={sums.total} />
      </>
    )
  return (
    <>
      {inCash}
      <LesserAmount label={say('display.total')} amount={sums.total} />
      <LesserAmount label={say('display.paid')} amount={sums.paid} testId="display-paid" />
      <Amount label={say('display.missing')} amount={sums.missing} />
    </>
  )
}
