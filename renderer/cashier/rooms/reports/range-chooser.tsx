import type { ReactNode } from 'react'
import type { DayRange } from '../../../../shared/books/report.ts'
import { Choice, FilterBar, optionsOf } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { DaysEntry } from '../../parts/day-entry.tsx'
import { chooseDays, chooseSpan, SPANS, type Span, useReportsPage } from './reports-page.ts'

type RangeChooserProps = {
  readonly range: DayRange
  readonly today: string
  /** Further filters. */
  readonly children: ReactNode
}

/** Chooses the days of the report: common ranges with one press, others by date. */
export function RangeChooser({ range, today, children }: RangeChooserProps) {
  const { span, days } = useReportsPage()
  return (
    <FilterBar>
      <Choice<Span>
        labelHidden
        label={say('word.period')}
        value={span}
        options={optionsOf(SPANS, (value) => say(`reports.span.${value}`), 'reports-span')}
        onChange={(chosen) => chooseSpan(chosen, range)}
      />
      {span === 'days' ? (
        <DaysEntry
          first={{
            label: say('word.firstDay'),
            value: days.from,
            onChange: (from) => chooseDays({ from }),
            max: today,
            testId: 'reports-first-day',
          }}
          last={{
            label: say('word.lastDay'),
            value: days.to,
            onChange: (to) => chooseDays({ to }),
            max: today,
            testId: 'reports-last-day',
          }}
        />
      ) : null}
      {children}
    </FilterBar>
  )
}
