import { useCallback } from 'react'
import { STANDINGS, type Standing, TENDERS, type Tender } from '../../../../shared/books/history.ts'
import { FilterBar, FilterEntry, Icon, optionsOf, PressButton, ToolRow } from '../../../kit/index.ts'
import { call, say, useAsked } from '../../page/index.ts'
import { DaysEntry } from '../../parts/day-entry.tsx'
import { TillFilter } from '../all-tills/index.ts'
import styles from './filters.module.css'
import {
  choose,
  chooseDays,
  chooseProduct,
  chooseSpan,
  chooseTill,
  SPANS,
  type Span,
  useHistoryPage,
} from './history-page.ts'

/** The filters of the history. Each active filter is visible and can be removed with one press. */
export function Filters() {
  const page = useHistoryPage()
  const { value: cashiers } = useAsked(useCallback(() => call('listSaleCashiers'), []))
  return (
    <FilterBar>
      <ToolRow>
        <TillFilter value={page.till} onChange={chooseTill} />
        <FilterEntry<Span>
          label={say('word.period')}
          value={page.span}
          none="all"
          options={optionsOf(SPANS, (value) => say(`history.span.${value}`))}
          onChange={chooseSpan}
        />
        {page.span === 'days' ? <Days /> : null}
        <FilterEntry<Standing | ''>
          label={say('word.status')}
          value={page.chosen.standing ?? ''}
          none=""
          options={[
            { value: '', label: say('history.standing.all') },
            ...optionsOf(STANDINGS, (value) => say(`history.standing.${value}`)),
          ]}
          onChange={(standing) => choose({ standing: standing || null })}
          testId="history-standing"
        />
        <FilterEntry<Tender | ''>
          label={say('word.paymentMethod')}
          value={page.chosen.tender ?? ''}
          none=""
          options={[
            { value: '', label: say('history.tender.all') },
            ...optionsOf(TENDERS, (value) => say(`tender.${value}`)),
          ]}
          onChange={(tender) => choose({ tender: tender || null })}
          testId="history-tender"
        />
        {cashiers === null || cashiers.length === 0 ? null : (
          <FilterEntry<string>
            label={say('history.cashier')}
            value={page.chosen.cashier ?? ''}
            none=""
            options={[
              { value: '', label: say('history.cashier.all') },
              ...cashiers.map((value) => ({ value, label: value })),
            ]}
            onChange={(cashier) => choose({ cashier: cashier || null })}
          />
        )}
        {page.product === null ? null : (
          <PressButton
            onPress={() => chooseProduct(null)}
            label={say('history.product.off', { name: page.product.name })}
          >
            <span className={styles.product}>{page.product.name}</span>
            <Icon name="cross" size={18} />
          </PressButton>
        )}
      </ToolRow>
    </FilterBar>
  )
}

function Days() {
  const { firstDay, lastDay } = useHistoryPage()
  return (
    <DaysEntry
      first={{
        label: say('word.firstDay'),
        value: firstDay,
        onChange: (day) => chooseDays({ firstDay: day }),
        max: lastDay || undefined,
      }}
      last={{
        label: say('word.lastDay'),
        value: lastDay,
        onChange: (day) => chooseDays({ lastDay: day }),
        min: firstDay || undefined,
      }}
    />
  )
}
