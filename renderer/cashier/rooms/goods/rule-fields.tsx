import { type FormEvent, useCallback, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import {
  classNames,
  FieldGroup,
  Hint,
  Icon,
  Note,
  PressButton,
  SelectEntry,
  SubmitButton,
  TextEntry,
} from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { announce, useView } from '../../page/store.ts'
import { type Say, useText } from '../../page/text.ts'
import { useAskedOnce } from '../../page/use-asked.ts'
import { useCommand } from '../../page/use-command.ts'
import { useFocusOnWrong } from '../../page/use-focus-on-wrong.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { MeanwhileChoice } from '../../parts/meanwhile.tsx'
import styles from './form.module.css'
import { isUnsaved, keepRules, rulesNow, useGoodsPage } from './goods-page.ts'
import { GoodsPanel } from './goods-panel.tsx'
import {
  afterRulesSave,
  type RuleDraft,
  ruleOf,
  rulesOver,
  type ShownRule,
  type TypedRule,
  withNewRule,
  withOwnRule,
  withRule,
  withTheirRule,
} from './rule-draft.ts'
import { Unsaved } from './scanned-product.tsx'

const NEW_RULE: TypedRule = {
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
  const draft = useGoodsPage((page) => page.rules)
  const rules = rulesOver(saved, draft)
  const form = useFocusOnWrong(saving.failure)
  const [done, setDone] = useState(false)
  const put = (changed: RuleDraft) => {
    setDone(false)
    keepRules(changed)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (rules.some(({ meanwhile }) => isAsked(meanwhile)))
      return form.current?.querySelector<HTMLElement>('[data-meanwhile] button')?.focus()
    const saleRules = rules.map(({ rule }) => ruleOf(rule))
    const reply = await saving.run(() => call('saveSettings', { saleRules, over: { saleRules: saved } }))
    if (!reply?.ok) return
    keepRules(afterRulesSave(rulesNow(), saved, rules))
    setDone(true)
    announce(say('rules.saved'))
  }
  return (
    <GoodsPanel title={say('rules.title')} onClose={onClose} testId="rules">
      <form ref={form} className={styles.form} onSubmit={submit}>
        <div className={styles.fields}>
          <Unsaved />
          <Hint>{say('rules.words')}</Hint>
          {rules.map((one) => (
            <Rule
              key={one.key}
              rule={one.rule}
              meanwhile={one.meanwhile}
              categories={categories ?? []}
              onChange={(changes) => put(withRule(draft, saved, one.key, changes))}
              onRemove={() => put(withRule(draft, saved, one.key, null))}
              onTake={() => put(withTheirRule(draft, saved, one))}
              onKeep={() => put(withOwnRule(draft, saved, one))}
            />
          ))}
          <PressButton
            size="small"
            tone="subtle"
            onPress={() => put(withNewRule(draft, { ...NEW_RULE, category: categories?.[0] ?? '' }))}
            testId="rule-add"
          >
            <Icon name="plus" size={18} />
            {say('rules.add')}
          </PressButton>
        </div>
        <footer className={styles.foot}>
          {saving.failure?.name === 'FIELDS_INVALID' || saving.failure?.name === 'INPUT_INVALID' ? (
            <Note tone="bad" testId="rules-wrong">
              {say('rules.wrong')}
            </Note>
          ) : (
            <FailureNote failure={saving.failure} />
          )}
          <Note tone="good" testId="rules-saved">
            {done && !isUnsaved(draft) && say('rules.saved')}
          </Note>
          <SubmitButton pending={saving.pending} testId="rules-save">
            {say('word.save')}
          </SubmitButton>
        </footer>
      </form>
    </GoodsPanel>
  )
}

type RuleProps = Pick<ShownRule, 'rule' | 'meanwhile'> & {
  readonly categories: readonly string[]
  readonly onChange: (changes: Partial<TypedRule>) => void
  readonly onRemove: () => void
  readonly onTake: () => void
  readonly onKeep: () => void
}

const isAsked = (meanwhile: ShownRule['meanwhile']): boolean => meanwhile !== null && meanwhile.did !== 'kept'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
type Day = (typeof WEEK)[number]

function Rule({ rule, meanwhile, categories, onChange, onRemove, onTake, onKeep }: RuleProps) {
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
      {meanwhile === null ? null : (
        <div className={styles.whole} data-meanwhile>
          <Note tone="warn" testId="rules-meanwhile">
            {meanwhile.did === 'changed'
              ? say('rules.meanwhile.changed', { values: valueWords(say, meanwhile.fields) })
              : say(`rules.meanwhile.${meanwhile.did}`)}
            {isAsked(meanwhile) ? <MeanwhileChoice onTake={onTake} onKeep={onKeep} /> : null}
          </Note>
        </div>
      )}
    </FieldGroup>
  )
}

const valueWords = (say: Say, { weekdays, ...texts }: Partial<TypedRule>): string =>
  [
    ...Object.entries(texts).map(
      ([field, value]) => `${say(`rules.${field as keyof typeof texts}`)} “${value}”`,
    ),
    ...(weekdays === undefined
      ? []
      : [
          `${say('rules.weekdays')} “${weekdays.map((day) => say(`reports.weekday.${day as Day}`)).join(', ')}”`,
        ]),
  ].join('; ')
