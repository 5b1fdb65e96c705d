import { type FormEvent, useCallback, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { SaleRule } from '../../../shared/sale-rules.ts'
import {
  classNames,
  FieldGroup,
  Icon,
  Note,
  PressButton,
  SelectEntry,
  SubmitButton,
  TextEntry,
} from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { announce, useView } from '../store.ts'
import { useText } from '../text.ts'
import { useAskedOnce } from '../use-asked.ts'
import { useCommand } from '../use-command.ts'
import styles from './form.module.css'
import { GoodsPanel } from './goods-panel.tsx'

/** A rule as typed. */
type Typed = {
  readonly category: string
  readonly age: string
  readonly from: string
  readonly to: string
  readonly weekdays: readonly number[]
  readonly monthDays: string
  readonly dates: string
}

const NEW_RULE: Typed = {
  category: '',
  age: '21',
  from: '',
  to: '',
  weekdays: [],
  monthDays: '',
  dates: '',
}

/** The ages and sale bans by category. All are saved together. */
export function RuleFields({ onClose }: { readonly onClose: () => void }) {
  const say = useText()
  const saved = useView((view) => view.settings.saleRules)
  const { value: categories } = useAskedOnce(useCallback(() => call('listCategories'), []))
  const saving = useCommand()
  const [typed, setRules] = useState<readonly Typed[] | null>(null)
  const rules = typed ?? saved.map(typedOf)
  const [done, setDone] = useState(false)
  const put = (place: number, changes: Partial<Typed>) => {
    setDone(false)
    setRules(rules.map((rule, at) => (at === place ? { ...rule, ...changes } : rule)))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await saving.run(() => call('saveSettings', { saleRules: rules.map(ruleOf) }))
    if (!reply?.ok) return
    setRules(null)
    setDone(true)
    announce(say('rules.saved'))
  }
  return (
    <GoodsPanel title={say('rules.title')} onClose={onClose} testId="rules">
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.fields}>
          <p className={styles.words}>{say('rules.words')}</p>
          {rules.map((rule, place) => (
            <Rule
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id, only its position in the list.
              key={place}
              rule={rule}
              categories={categories ?? []}
              onChange={(changes) => put(place, changes)}
              onRemove={() => setRules(rules.filter((_, at) => at !== place))}
            />
          ))}
          <PressButton
            size="small"
            tone="subtle"
            onPress={() => setRules([...rules, { ...NEW_RULE, category: categories?.[0] ?? '' }])}
            testId="rule-add"
          >
            <Icon name="plus" size={18} />
            {say('rules.add')}
          </PressButton>
        </div>
        <footer className={styles.foot}>
          {saving.failure?.name === 'SETTING_INVALID' || saving.failure?.name === 'INPUT_INVALID' ? (
            <Note tone="bad" testId="rules-wrong">
              {say('rules.wrong')}
            </Note>
          ) : (
            <FailureNote failure={saving.failure} />
          )}
          <Note tone="good" testId="rules-saved">
            {done && say('rules.saved')}
          </Note>
          <SubmitButton pending={saving.pending} testId="rules-save">
            {say('action.save')}
          </SubmitButton>
        </footer>
      </form>
    </GoodsPanel>
  )
}

type RuleProps = {
  readonly rule: Typed
  readonly categories: readonly string[]
  readonly onChange: (changes: Partial<Typed>) => void
  readonly onRemove: () => void
}

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

function Rule({ rule, categories, onChange, onRemove }: RuleProps) {
  const say = useText()
  const known = [...new Set([...categories, rule.category])].filter((one) => one !== '')
  return (
    <FieldGroup title={rule.category}>
      <SelectEntry
        label={say('rules.category')}
        value={rule.category}
        onChange={(category) => onChange({ category })}
        options={known.map((value) => ({ value, label: value }))}
        testId="rule-category"
      />
      <TextEntry
        label={say('rules.age')}
        value={rule.age}
        onChange={(age) => onChange({ age })}
        inputMode="numeric"
        hint={say('rules.age.hint')}
        figures
        testId="rule-age"
      />
      <TextEntry
        label={say('rules.from')}
        value={rule.from}
        onChange={(from) => onChange({ from })}
        hint={say('rules.hours.hint')}
        testId="rule-from"
      />
      <TextEntry
        label={say('rules.to')}
        value={rule.to}
        onChange={(to) => onChange({ to })}
        testId="rule-to"
      />
      <fieldset className={classNames(styles.codes, styles.whole)}>
        <legend className={styles.label}>{say('rules.weekdays')}</legend>
        <div className={styles.week}>
          {WEEK.map((day) => (
            <ToggleButton
              key={day}
              className={styles.day ?? ''}
              isSelected={rule.weekdays.includes(day)}
              onChange={(chosen) =>
                onChange({
                  weekdays: chosen ? [...rule.weekdays, day] : rule.weekdays.filter((one) => one !== day),
                })
              }
            >
              {say(`reports.weekday.${day}`)}
            </ToggleButton>
          ))}
        </div>
      </fieldset>
      <TextEntry
        label={say('rules.monthDays')}
        value={rule.monthDays}
        onChange={(monthDays) => onChange({ monthDays })}
        hint={say('rules.monthDays.hint')}
      />
      <TextEntry
        label={say('rules.dates')}
        value={rule.dates}
        onChange={(dates) => onChange({ dates })}
        hint={say('rules.dates.hint')}
      />
      <PressButton
        size="small"
        tone="subtle"
        onPress={onRemove}
        label={say('rules.remove', { category: rule.category })}
      >
        <Icon name="trash" size={18} />
        {say('goods.picture.remove')}
      </PressButton>
    </FieldGroup>
  )
}

const typedOf = ({ category, age, hours, weekdays, monthDays, dates }: SaleRule): Typed => ({
  category,
  age: String(age),
  from: hours?.from ?? '',
  to: hours?.to ?? '',
  weekdays,
  monthDays: monthDays.join(', '),
  dates: dates.join(', '),
})

/** The typed rule. The main process refuses invalid times, days and dates. */
const ruleOf = ({ category, age, from, to, weekdays, monthDays, dates }: Typed): SaleRule => ({
  category,
  age: age.trim() === '' ? 0 : Number(age),
  hours: from.trim() === '' && to.trim() === '' ? null : { from: clockOf(from), to: clockOf(to) },
  weekdays: [...weekdays].sort(),
  monthDays: listed(monthDays).map(Number),
  dates: listed(dates),
})

const listed = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** "8:00" and "8" are "08:00"; nothing is midnight. */
function clockOf(typed: string): string {
  if (typed.trim() === '') return '00:00'
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(typed.trim()) ?? []
  return hour === undefined ? typed : `${hour.padStart(2, '0')}:${minute}`
}
