import { type FormEvent, useCallback, useEffect, useRef } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { isTaxKind, TAX_KINDS, type TaxKind } from '../../../../shared/money/tax.ts'
import { isRuled } from '../../../../shared/shop/age-and-bans.ts'
import {
  GOODS_FIELDS,
  GOODS_PROBLEMS,
  type GoodsField,
  type GoodsProblem,
} from '../../../../shared/shop/goods.ts'
import type { TaxCodeField } from '../../../../shared/shop/tax-codes.ts'
import {
  Choice,
  Hint,
  Note,
  optionsOf,
  PressButton,
  SubmitButton,
  TextEntry,
  TwoStepButton,
} from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { isTyped, useForm } from '../../page/draft.ts'
import { announce, showRoom, useView } from '../../page/store.ts'
import { failureText, type Say, useText } from '../../page/text.ts'
import { useAskedOnce } from '../../page/use-asked.ts'
import { useCommand } from '../../page/use-command.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { Meanwhile, MeanwhileFields } from '../../parts/meanwhile.tsx'
import styles from './form.module.css'
import { FurtherCodes } from './further-codes.tsx'
import {
  draftOf,
  type Form,
  follow,
  isOpen,
  keepUsual,
  openNext,
  typedIn,
  type Wanted,
} from './goods-page.ts'
import { GoodsPanel } from './goods-panel.tsx'
import { ProductPicture } from './product-picture.tsx'
import { ScannedProduct, Unsaved, useFormScans } from './scanned-product.tsx'
import { TaxCodeEntry } from './tax-code-entry.tsx'

type ProductFormProps = { readonly form: Form; readonly onClose: () => void }

/** Adds or changes a product. Errors are shown at their fields; typed values stay, also while another room is open. */
export function ProductForm({ form, onClose }: ProductFormProps) {
  const say = useText()
  const own = useView((view) => view.goods.own)
  const { save, type, keepMine, meanwhile, saved, pending, failure, form: element } = useSaving(form, onClose)
  const { row, forTill } = form
  const typed = typedIn(form)
  const locked = row !== null && !own
  const problems = problemsOf(failure)
  const rules = useView((view) => view.settings.saleRules)
  const leavesRule = row !== null && isRuled(row.product.category, rules) && !isRuled(typed.category, rules)
  const { value: categories } = useAskedOnce(useCallback(() => call('listCategories'), []))
  const { value: units } = useAskedOnce(useCallback(() => call('listUnits'), []))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!goToEmpty(inputs.current, typed)) void save()
  }
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const scanned = useFormScans(form)
  useUsualGoods(row === null, typed.category)
  useFollow(form, pending)
  const entry = (
    field: Exclude<GoodsField, 'taxKind' | 'cityTax' | 'codes' | TaxCodeField>,
    more: Partial<Parameters<typeof TextEntry>[0]> = {},
  ) => (
    <TextEntry
      label={say(`goods.field.${field}`)}
      value={typed[field]}
      onChange={(text) => type({ [field]: text })}
      error={problems.has(field) ? problemWords(say, problems.get(field)) : null}
      disabled={locked}
      testId={`goods-${field}`}
      inputRef={(input) => {
        if (input !== null) inputs.current.set(field, input)
      }}
      {...more}
    />
  )
  const taxCode = (field: TaxCodeField) => (
    <TaxCodeEntry
      field={field}
      typed={typed}
      error={problems.has(field) ? problemWords(say, problems.get(field)) : null}
      disabled={locked}
      onChange={(text) => type({ [field]: text })}
    />
  )
  const asked = (...fields: readonly GoodsField[]) =>
    fields.flatMap((field) => {
      const value = meanwhile[field]
      return value === undefined ? (
        []
      ) : (
        <Meanwhile
          key={field}
          field={say(`goods.field.${field}`)}
          value={valueWords(say, field, value)}
          onTake={() => type({ [field]: value })}
          onKeep={() => keepMine(field)}
        />
      )
    })
  return (
    <GoodsPanel title={say(row === null ? 'goods.form.add' : 'goods.form.change')} onClose={onClose}>
      <form
        ref={element}
        className={styles.form}
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        data-testid="goods-form"
      >
        {/* Locked fields cannot take the focus, so the container takes it for scrolling with the keyboard. */}
        <div className={styles.fields} {...(locked ? { tabIndex: 0 } : {})}>
          <Note tone="warn">
            {!own && say(row === null ? 'goods.form.sample.ends' : 'goods.form.sample')}
          </Note>
          <Unsaved />
          <ScannedProduct scanned={scanned} />
          <div data-code>
            {entry('code', {
              hint: say('goods.field.code.hint'),
              numbers: 'digits',
              autoFocus: (row !== null || typed.code === '') && 'again',
            })}
          </div>
          <AlikeCodes form={form} />
          {asked('code')}
          {/* After a scan the code is already there. */}
          {entry('name', { autoFocus: row === null && typed.code !== '' && 'again' })}
          {asked('name')}
          <div className={styles.pair}>
            {entry('price', { inputMode: 'numeric', hint: say('goods.field.price.hint'), figures: true })}
            {entry('unit', { suggestions: units ?? [] })}
          </div>
          {asked('price', 'unit')}
          {entry('category', { suggestions: categories ?? [] })}
          {asked('category')}
          <Note tone="warn" testId="goods-unruled">
            {leavesRule && say('goods.form.unruled', { category: row.product.category })}
          </Note>
          <TaxKindChoice
            kind={isTaxKind(typed.taxKind) ? typed.taxKind : 'vat'}
            disabled={locked}
            onChange={(taxKind) => type({ taxKind })}
          />
          {asked('taxKind')}
          {/* The law has product codes for goods without VAT only. */}
          {typed.taxKind === 'vat' && typed.taxProductCode === '' ? null : taxCode('taxProductCode')}
          {taxCode('classificationCode')}
          {asked('taxProductCode', 'classificationCode')}
          <Choice
            label={say('goods.field.cityTax')}
            value={typed.cityTax === 'yes' ? 'yes' : 'no'}
            onChange={(cityTax) => type({ cityTax })}
            disabled={locked}
            options={[
              { value: 'no', label: say('goods.no') },
              { value: 'yes', label: say('goods.yes') },
            ]}
          />
          {asked('cityTax')}
          <FurtherCodes
            typed={typed.codes}
            unit={typed.unit}
            disabled={locked}
            error={problems.has('codes') ? problemWords(say, problems.get('codes')) : null}
            onChange={(codes) => type({ codes })}
          />
          {asked('codes')}
          {row === null || locked ? null : <ProductPicture row={row} />}
          {row === null || locked ? null : <Hiding form={form} onDone={onClose} />}
        </div>
        <footer className={styles.foot}>
          <FailureNote
            failure={failure}
            {...(failure === null || problems.size === 0 ? {} : { todo: wrongFields(say, failure) })}
            testId="goods-failure"
          />
          <MeanwhileFields
            fields={GOODS_FIELDS.filter((field) => field in meanwhile).map((field) =>
              say(`goods.field.${field}`),
            )}
          />
          <Note tone="good" testId="goods-saved">
            {saved
              ? say('goods.form.saved')
              : form.added !== null &&
                typed.code === '' &&
                say('goods.form.saved.next', { name: form.added })}
          </Note>
          {forTill === null ? null : <Hint>{say('goods.form.till')}</Hint>}
          <SubmitButton pending={pending} disabled={locked} testId="goods-save">
            {say(
              forTill !== null ? 'goods.form.save.till' : row === null ? 'goods.form.save.next' : 'word.save',
            )}
          </SubmitButton>
        </footer>
      </form>
    </GoodsPanel>
  )
}

const IN_A_ROW = ['code', 'name', 'price'] as const
type InARow = (typeof IN_A_ROW)[number]

/** Scanners end a code with Enter, and a hurried owner ends each field with it: it then moves to the next field that is empty. */
function goToEmpty(inputs: ReadonlyMap<string, HTMLInputElement>, typed: Record<InARow, string>): boolean {
  const from = IN_A_ROW.findIndex((field) => inputs.get(field) === document.activeElement)
  const field = IN_A_ROW[from]
  const next = IN_A_ROW.slice(from + 1).find((one) => typed[one].trim() === '')
  if (field === undefined || next === undefined || typed[field].trim() === '') return false
  inputs.get(next)?.focus()
  return true
}

const fieldWords = (say: Say, field: string): string => {
  const known = GOODS_FIELDS.find((one) => one === field)
  return known === undefined ? field : say(`goods.field.${known}`)
}

/** Saves the typed product, and adds it to the sale if it was scanned there. */
function useSaving(opened: Form, onClose: () => void) {
  const { row, inUse, forTill, number } = opened
  const say = useText()
  const draft = draftOf(number)
  const form = useForm({
    draft,
    inUse,
    send: async (goods) => {
      const was = row?.product.code ?? null
      const reply = await call('saveGoods', { was, goods, over: row === null ? null : inUse })
      if (reply.ok) await look(number, reply.value.code)
      return reply
    },
  })
  const save = async () => {
    const saved = await form.save()
    if (saved === null) return
    announce(say('goods.form.saved'))
    // What was typed meanwhile stays in the form, now over the saved product.
    if (isTyped(draft.now())) return
    if (forTill !== null) return ringUp(forTill, saved.code)
    if (row === null && isOpen(number)) openNext({ ...form.shown, name: saved.name })
  }
  /** Closes this form, but not another one that was opened while it was saved. */
  const close = () => {
    if (isOpen(number)) onClose()
  }
  const ringUp = async ({ scanned, quantity }: Wanted, saved: string) => {
    const add = (code: string) => call('addProduct', quantity === null ? { code } : { code, quantity })
    const reply = await add(scanned)
    // The code was corrected in the form, so the scanned one is still unknown.
    const added = reply.ok || scanned === saved ? reply : await add(saved)
    close()
    announce(added.ok ? say('goods.form.added', { name: form.shown.name }) : failureText(say, added.error))
    showRoom('till')
  }
  return { ...form, save }
}

async function look(number: Form['number'], code: string): Promise<void> {
  const reply = await call('findGoods', { code, chosen: code })
  if (reply.ok && reply.value.row?.product.code === code) follow(number, reply.value.row)
}

/** Fills a new product in with what others of its category have. What a person typed stays. */
function useUsualGoods(isNew: boolean, category: string): void {
  useEffect(() => {
    if (!isNew) return
    let overtaken = false
    void call('getUsualGoods', { category }).then((reply) => {
      if (!overtaken && reply.ok) keepUsual(reply.value)
    })
    return () => {
      overtaken = true
    }
  }, [isNew, category])
}

/** Follows what other tills and imports change in the product, but for the answer to a save of this form. */
function useFollow({ row, number }: Form, saving: boolean): void {
  const version = useView((view) => view.goods.version)
  const code = row?.product.code ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when any product was changed.
  useEffect(() => {
    if (code === null || saving) return
    void look(number, code)
  }, [number, code, version, saving])
}

export function valueWords(say: Say, field: GoodsField | 'hidden', value: string): string {
  if (field === 'taxKind' && isTaxKind(value)) return say(`goods.taxKind.${value}`)
  if (field === 'cityTax' || field === 'hidden') return say(value === 'yes' ? 'goods.yes' : 'goods.no')
  return value.replaceAll('\n', ', ')
}

/** Warns of codes that look like another product's. The person may save them all the same. */
function AlikeCodes({ form }: { readonly form: Form }) {
  const say = useText()
  const was = form.row?.product.code ?? null
  const { code, codes } = typedIn(form)
  const { value } = useAskedOnce(
    useCallback(() => call('findAlikeCodes', { was, code, codes }), [was, code, codes]),
  )
  return value?.map((alike) => (
    <Note key={`${alike.code} ${alike.other}`} tone="warn" testId="goods-alike">
      {say('goods.form.alike', alike)}
    </Note>
  ))
}

type TaxKindChoiceProps = {
  readonly kind: TaxKind
  readonly disabled: boolean
  readonly onChange: (kind: TaxKind) => void
}

function TaxKindChoice({ kind, disabled, onChange }: TaxKindChoiceProps) {
  const say = useText()
  const vatPayer = useView((view) => view.settings.tax.vatPayer)
  return (
    <div className={styles.choice}>
      <Choice<TaxKind>
        label={say('goods.field.taxKind')}
        value={kind}
        onChange={onChange}
        disabled={disabled}
        options={optionsOf(TAX_KINDS, (value) => say(`goods.taxKind.${value}`))}
      />
      <small data-testid="goods-tax-hint">
        {say(vatPayer ? `goods.taxKind.${kind}.hint` : 'goods.taxKind.noPayer')}
      </small>
    </div>
  )
}

type Told = { readonly problem: string; readonly product: string }

/** Reads the problem of each field from a detail such as "code:taken:Cola,price:not-whole" (`saveGoods`). */
function problemsOf(failure: Failure | null): ReadonlyMap<string, Told> {
  if (failure?.name !== 'FIELDS_INVALID' || failure.detail === null) return new Map()
  return new Map(
    failure.detail.split(',').map((part) => {
      const [field = '', problem = '', product = ''] = part.split(':')
      return [field, { problem, product: decodeURIComponent(product) }] as const
    }),
  )
}

/** "price:not-above-zero" as "Price: Must be above 0". */
export const wrongFields = (say: Say, failure: Failure): string =>
  [...problemsOf(failure)]
    .map(([field, told]) => `${fieldWords(say, field)}: ${problemWords(say, told)}`)
    .join(', ')

const problemWords = (say: Say, told: Told | undefined): string => {
  const problem = GOODS_PROBLEMS.find((one) => one === told?.problem) ?? ('empty' satisfies GoodsProblem)
  return say(`goods.problem.${problem}`, { row: '', name: told?.product ?? '' })
}

function Hiding({ form, onDone }: { readonly form: Form; readonly onDone: () => void }) {
  const say = useText()
  const hiding = useCommand()
  if (form.row === null) return null
  const { hidden, product } = form.row
  const set = async (hide: boolean) => {
    const reply = await hiding.run(() => call('hideGoods', { code: product.code, hidden: hide }))
    if (reply?.ok) onDone()
  }
  return (
    <div className={styles.hiding}>
      <FailureNote failure={hiding.failure} />
      {hidden ? (
        <PressButton onPress={() => void set(false)} pending={hiding.pending}>
          {say('goods.form.show')}
        </PressButton>
      ) : (
        <TwoStepButton
          sure={say('goods.form.hide.sure')}
          about={product.code}
          onSure={() => void set(true)}
          pending={hiding.pending}
        >
          {say('goods.form.hide')}
        </TwoStepButton>
      )}
      <small>{say('goods.form.hide.hint')}</small>
    </div>
  )
}
