import { useCallback } from 'react'
import { STANDINGS, type Standing, TENDERS, type Tender } from '../../../shared/history.ts'
import { classNames, Icon, PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { useText } from '../text.ts'
import { useAsked } from '../use-asked.ts'
import styles from './filters.module.css'
import {
  choose,
  chooseDays,
  chooseProduct,
  chooseSpan,
  SPANS,
  type Span,
  useHistoryPage,
} from './history-page.ts'

/** What the sales are narrowed to, each thing in sight and taken off with one touch. */
export function Filters() {
  const say = useText()
  const page = useHistoryPage()
  const { value: cashiers } = useAsked(useCallback(() => call('listSaleCashiers'), []))
  return (
    <div className={styles.filters}>
      <Narrowing<Span>
        label={say('history.span')}
        value={page.span}
        none="all"
        options={SPANS.map((value) => ({ value, label: say(`history.span.${value}`) }))}
        onChange={chooseSpan}
        testId="history-span"
      />
      {page.span === 'days' ? <Days /> : null}
      <Narrowing<Standing | ''>
        label={say('history.state')}
        value={page.chosen.standing ?? ''}
        none=""
        options={[
          { value: '', label: say('history.standing.all') },
          ...STANDINGS.map((value) => ({ value, label: say(`history.standing.${value}`) })),
        ]}
        onChange={(standing) => choose({ standing: standing || null })}
        testId="history-standing"
      />
      <Narrowing<Tender | ''>
        label={say('history.tender')}
        value={page.chosen.tender ?? ''}
        none=""
        options={[
          { value: '', label: say('history.tender.all') },
          ...TENDERS.map((value) => ({ value, label: say(`history.tender.${value}`) })),
        ]}
        onChange={(tender) => choose({ tender: tender || null })}
        testId="history-tender"
      />
      {cashiers === null || cashiers.length === 0 ? null : (
        <Narrowing<string>
          label={say('history.cashier')}
          value={page.chosen.cashier ?? ''}
          none=""
          options={[
            { value: '', label: say('history.cashier.all') },
            ...cashiers.map((value) => ({ value, label: value })),
          ]}
          onChange={(cashier) => choose({ cashier: cashier || null })}
          testId="history-cashier"
        />
      )}
      {page.product === null ? null : (
        <PressButton
          onPress={() => chooseProduct(null)}
          label={say('history.product.off', { name: page.product.name })}
          testId="history-product"
        >
          <span className={styles.product}>{page.product.name}</span>
          <Icon name="cross" size={18} />
        </PressButton>
      )}
    </div>
  )
}

function Days() {
  const say = useText()
  const { firstDay, lastDay } = useHistoryPage()
  return (
    <span className={styles.days}>
      <input
        type="date"
        className={styles.day}
        value={firstDay}
        max={lastDay || undefined}
        onChange={(event) => chooseDays({ firstDay: event.currentTarget.value })}
        aria-label={say('history.days.first')}
        data-testid="history-first-day"
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        className={styles.day}
        value={lastDay}
        min={firstDay || undefined}
        onChange={(event) => chooseDays({ lastDay: event.currentTarget.value })}
        aria-label={say('history.days.last')}
        data-testid="history-last-day"
      />
    </span>
  )
}

type NarrowingProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  /** The value that narrows nothing. */
  readonly none: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly testId: string
}

/** A filter by the system's own list: a finger, a keyboard and a screen reader all know it. */
function Narrowing<Value extends string>(props: NarrowingProps<Value>) {
  const { label, value, none, options, onChange, testId } = props
  return (
    <select
      className={classNames(styles.narrowing, value !== none && styles.narrowed)}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
      aria-label={label}
      data-testid={testId}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
