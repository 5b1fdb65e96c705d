import type { DayRange } from '../../../shared/report.ts'
import { Choice } from '../../kit/index.ts'
import { useText } from '../text.ts'
import styles from './reports.module.css'
import { chooseDays, chooseSpan, SPANS, type Span, useReportsPage } from './reports-page.ts'

type RangeChooserProps = { readonly range: DayRange; readonly today: string }

/** Which days: those that are asked for most by one touch, any others by their dates. */
export function RangeChooser({ range, today }: RangeChooserProps) {
  const say = useText()
  const { span, days } = useReportsPage()
  return (
    <div className={styles.range}>
      <Choice<Span>
        quiet
        label={say('reports.span')}
        value={span}
        options={SPANS.map((value) => ({
          value,
          label: say(`reports.span.${value}`),
          testId: `reports-span-${value}`,
        }))}
        onChange={(chosen) => chooseSpan(chosen, range)}
      />
      {span === 'days' ? (
        <span className={styles.days}>
          <input
            type="date"
            className={styles.day}
            value={days.from}
            max={today}
            onChange={(event) => chooseDays({ from: event.currentTarget.value })}
            aria-label={say('reports.days.first')}
            data-testid="reports-first-day"
          />
          <span aria-hidden="true">–</span>
          <input
            type="date"
            className={styles.day}
            value={days.to}
            max={today}
            onChange={(event) => chooseDays({ to: event.currentTarget.value })}
            aria-label={say('reports.days.last')}
            data-testid="reports-last-day"
          />
        </span>
      ) : null}
    </div>
  )
}
