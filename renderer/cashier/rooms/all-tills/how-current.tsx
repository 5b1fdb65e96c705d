import { isIncomplete, lacksOf, type TillFigures } from '../../../../shared/books/all-tills.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { Hint, Note } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { clockTime, dayAndTime, useNow } from '../../parts/moment.ts'

const MINUTE_MS = 60_000

/** How current the figures of each till are. Those that lack something are a warning. */
export function HowCurrent({ tills }: { readonly tills: readonly TillFigures[] }) {
  const today = shopDay(useNow(MINUTE_MS))
  const words = (till: TillFigures): string => {
    const { code, state, at } = till
    const current = say(`reports.till.${state}`, {
      code,
      at: at === null ? '' : shopDay(at) === today ? clockTime(at) : dayAndTime(at),
    })
    const lacks = lacksOf(till).map(({ what, number }) => say(`reports.till.${what}`, { number }))
    return [current, ...lacks].join(' ')
  }
  const whole = tills.filter((till) => !isIncomplete(till))
  const missing = tills.filter(isIncomplete)
  return (
    <div data-testid="how-current">
      {whole.length === 0 ? null : <Hint>{whole.map(words).join(' · ')}</Hint>}
      {missing.length === 0 ? null : (
        <Note tone="warn">
          {missing.map((till) => (
            <span key={till.code}>{words(till)}</span>
          ))}
        </Note>
      )}
    </div>
  )
}
