import { useCallback, useDeferredValue, useState } from 'react'
import { TAX_KINDS } from '../../../../shared/money/tax.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import { EMPTY_GOODS } from '../../../../shared/shop/goods.ts'
import {
  type GoodsChange,
  NO_GOODS_CHANGE,
  PLANNED_FIELDS,
  type PlannedField,
  type PlannedGoods,
  planBack,
} from '../../../../shared/shop/goods-plan.ts'
import {
  Choice,
  Hint,
  Note,
  optionsOf,
  PressButton,
  SelectEntry,
  SubmitButton,
  TextEntry,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, type Say, useAsked, useCommand, useText } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './form.module.css'
import { keepRepriced, useGoodsPage } from './goods-page.ts'
import { GoodsPanel } from './goods-panel.tsx'
import { valueWords, wrongFields } from './product-form.tsx'
import { TaxCodeEntry } from './tax-code-entry.tsx'

/** The number of planned changes that the panel shows. More would make it slow. */
const SHOWN = 100

/** Changes all picked goods at once. It shows what becomes of each of them before it changes any. */
export function ManyGoods({ onClose }: { readonly onClose: () => void }) {
  const say = useText()
  const codes = useGoodsPage((page) => page.picked)
  const [change, setChange] = useState(NO_GOODS_CHANGE)
  const [done, setDone] = useState<readonly PlannedGoods[] | null>(null)
  const asked = useDeferredValue(change)
  const { value: plan, failure } = useAsked(
    useCallback(() => call('planGoods', { codes: [...codes], change: asked }), [codes, asked]),
  )
  const changing = useCommand()
  const set = (changed: Partial<GoodsChange>) => setChange({ ...change, ...changed })
  const carryOut = async (wanted: readonly PlannedGoods[], isUndo: boolean) => {
    const reply = await changing.run(() => call('changeGoods', { plan: [...wanted] }))
    if (!reply?.ok) return
    keepRepriced(wanted)
    setChange(NO_GOODS_CHANGE)
    setDone(isUndo ? null : wanted)
  }
  const isPlanned = asked === change && plan !== null && plan.length > 0
  return (
    <GoodsPanel title={say('goods.many', { count: codes.length })} onClose={onClose} testId="goods-many">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isPlanned) void carryOut(plan, false)
        }}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <div className={styles.fields}>
          <ChangeFields change={change} set={set} />
          <FailureNote
            failure={failure}
            {...(failure?.name === 'FIELDS_INVALID' ? { todo: wrongFields(say, failure) } : {})}
            testId="goods-many-wrong"
          />
          <Plan plan={failure === null ? (plan ?? []) : []} />
        </div>
        <footer className={styles.foot}>
          <FailureNote failure={changing.failure} testId="goods-many-failure" />
          <Note tone="good" testId="goods-many-done">
            {done !== null && say('goods.many.done', { count: done.length })}
          </Note>
          {done === null ? null : (
            <PressButton
              onPress={() => void carryOut(planBack(done), true)}
              pending={changing.pending}
              testId="goods-many-undo"
            >
              {say('word.undo')}
            </PressButton>
          )}
          {isPlanned && plan[0] !== undefined ? (
            <Hint>{`${plan[0].name}: ${plannedWords(say, plan[0])}`}</Hint>
          ) : null}
          <SubmitButton pending={changing.pending} disabled={!isPlanned} testId="goods-many-save">
            {say('goods.many.save', { count: isPlanned ? plan.length : 0 })}
          </SubmitButton>
        </footer>
      </form>
    </GoodsPanel>
  )
}

type ChangeFieldsProps = {
  readonly change: GoodsChange
  readonly set: (changed: Partial<GoodsChange>) => void
}

function ChangeFields({ change, set }: ChangeFieldsProps) {
  const say = useText()
  const { value: categories } = useAsked(useCallback(() => call('listCategories'), []))
  const typed = { ...EMPTY_GOODS, ...change, taxKind: change.taxKind || EMPTY_GOODS.taxKind }
  const select = <Field extends 'taxKind' | 'cityTax' | 'hidden'>(
    field: Field,
    values: readonly GoodsChange[Field][],
    words: (value: GoodsChange[Field]) => string,
  ) => (
    <SelectEntry
      label={say(`goods.field.${field}`)}
      value={change[field]}
      options={['' as const, ...values].map((value) => ({
        value,
        label: value === '' ? say('goods.many.same') : words(value),
      }))}
      onChange={(value) => set({ [field]: value })}
      testId={`goods-many-${field}`}
    />
  )
  const yesOrNo = (value: string) => say(value === 'yes' ? 'goods.yes' : 'goods.no')
  return (
    <>
      <TextEntry
        label={say('goods.field.price')}
        value={change.price}
        onChange={(price) => set({ price })}
        hint={say('goods.many.price.hint')}
        autoFocus
        figures
        testId="goods-many-price"
      />
      <Choice
        label={say('goods.many.rounding')}
        value={change.rounding}
        onChange={(rounding) => set({ rounding })}
        options={optionsOf(['1', '10', '50', '100', '1000'], (value) => value)}
      />
      <TextEntry
        label={say('goods.field.category')}
        value={change.category}
        onChange={(category) => set({ category })}
        suggestions={categories ?? []}
        testId="goods-many-category"
      />
      {select('taxKind', TAX_KINDS, (value) => (value === '' ? '' : say(`goods.taxKind.${value}`)))}
      {change.taxKind === '' || change.taxKind === 'vat' ? null : (
        <TaxCodeEntry
          field="taxProductCode"
          typed={typed}
          error={null}
          disabled={false}
          onChange={(taxProductCode) => set({ taxProductCode })}
        />
      )}
      <TaxCodeEntry
        field="classificationCode"
        typed={typed}
        error={null}
        disabled={false}
        onChange={(classificationCode) => set({ classificationCode })}
      />
      {select('cityTax', ['yes', 'no'], yesOrNo)}
      {select('hidden', ['yes', 'no'], yesOrNo)}
    </>
  )
}

const plannedWords = (say: Say, { from, to }: PlannedGoods): string =>
  PLANNED_FIELDS.filter((field) => to[field] !== undefined)
    .map((field) => `${planned(say, field, from)} → ${planned(say, field, to)}`)
    .join(' · ')

function planned(say: Say, field: PlannedField, { [field]: value = '' }: PlannedGoods['to']): string {
  const price = field === 'price' ? typedMoney(value) : null
  return price === null ? valueWords(say, field, value) || '–' : withSign(price)
}

/** The planned changes of each product. */
function Plan({ plan }: { readonly plan: readonly PlannedGoods[] }) {
  const say = useText()
  return (
    <>
      <ul className={styles.labels}>
        {plan.slice(0, SHOWN).map((one) => (
          <li key={one.code} className={styles.planLine} data-testid="goods-planned">
            <span>{one.name}</span>
            <b>{plannedWords(say, one)}</b>
          </li>
        ))}
      </ul>
      {plan.length > SHOWN ? <Hint>{say('labels.more', { count: plan.length - SHOWN })}</Hint> : null}
    </>
  )
}
