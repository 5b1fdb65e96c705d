import type { DisplaySums } from '../../shared/ipc/display.ts'
import { NO_MONEY } from '../../shared/money.ts'
import { useText } from '../texts/index.ts'
import { Amount, LesserAmount } from './amount.tsx'

type SumsProps = { readonly sums: DisplaySums; readonly due: boolean }

/** What is still to come; where a part of it came already, what that was and of how much. */
export function Sums({ sums, due }: SumsProps) {
  const say = useText()
  if (sums.paid === NO_MONEY)
    return (
      <Amount
        label={say(due ? 'display.due' : 'display.total')}
        amount={sums.total}
        testId="display-amount"
      />
    )
  return (
    <>
      <LesserAmount label={say('display.total')} amount={sums.total} testId="display-total" />
      <LesserAmount label={say('display.paid')} amount={sums.paid} testId="display-paid" />
      <Amount label={say('display.missing')} amount={sums.missing} testId="display-amount" />
    </>
  )
}
