import { useStore } from 'zustand'
import { asTyped, EMPTY_GOODS, type GoodsRow, type TypedGoods } from '../../../../shared/shop/goods.ts'
import type { PlannedGoods } from '../../../../shared/shop/goods-plan.ts'
import {
  type Draft,
  type DraftStore,
  differing,
  isTyped,
  NOTHING_TYPED,
  shownOver,
  withTyped,
} from '../../page/draft.ts'
import { showRoom } from '../../page/store.ts'
import { createRoomStore } from '../../page/visit.ts'
import { NO_CHANGES, type RuleDraft } from './rule-draft.ts'

/** The form for a product. It is kept while another room is open, so that nothing typed is lost. */
export type Form = {
  /** The product to change; null for a new one. */
  readonly row: GoodsRow | null
  /** What is typed over `inUse`. */
  readonly draft: Draft<TypedGoods>
  /** The product as this form knows it; of a new product what others of its category have. */
  readonly inUse: TypedGoods
  /** The code scanned at the till. It is added to the cart once the product is saved. */
  readonly forTill: Wanted | null
  /** The product that was added before, for a form that is ready for the next one. */
  readonly added: string | null
  /** Unique for each opened form. */
  readonly number: number
}

/** `scanned` differs from the product's code if it is a weighed code. */
export type Wanted = { readonly scanned: string; readonly quantity: string | null }

export const LABEL_SOURCES = ['picked', 'listed', 'repriced'] as const
export type LabelSource = (typeof LABEL_SOURCES)[number]

export type GoodsPage = {
  readonly beside: 'form' | 'weighed' | 'rules' | 'labels' | 'many' | 'unlisted' | null
  /** Codes of the goods that are changed at once or get a label. */
  readonly picked: readonly string[]
  /** Which goods the labels are for. */
  readonly labelsOf: LabelSource
  /** The old prices of goods whose price was changed here, by their codes. */
  readonly repriced: ReadonlyMap<string, string>
  readonly form: Form | null
  /** The unsaved changes of the rules of sale. */
  readonly rules: RuleDraft
  /** What a person wants to open instead of a form or of rules with unsaved text. The form asks first. */
  readonly wanted: (() => void) | null
  readonly importing: boolean
}

const goodsPage = createRoomStore<GoodsPage>({
  beside: null,
  picked: [],
  labelsOf: 'picked',
  repriced: new Map(),
  form: null,
  rules: NO_CHANGES,
  wanted: null,
  importing: false,
})

export const isUnsaved = ({ changed, added }: RuleDraft): boolean =>
  added.length > 0 || Object.keys(changed).length > 0

const CLOSED = { beside: null, form: null, rules: NO_CHANGES, wanted: null } as const

export const useGoodsPage = <Part>(part: (page: GoodsPage) => Part): Part => useStore(goodsPage, part)

/** As it is now: a scan comes before the rendering of what it undid. */
export const formNow = (): Form | null => goodsPage.getState().form

let forms = 0

const openForm = (
  row: Form['row'],
  typed: Changes,
  { forTill = null, added = null }: Partial<Pick<Form, 'forTill' | 'added'>> = {},
): void => {
  forms += 1
  const inUse = row === null ? EMPTY_GOODS : asTyped(row)
  const form = { row, draft: withTyped(NOTHING_TYPED, inUse, typed), inUse, forTill, added, number: forms }
  goodsPage.setState({ ...CLOSED, beside: 'form', form })
}

export const typedIn = ({ inUse, draft }: Form): TypedGoods => shownOver(inUse, draft)

/** Opens something instead of the form, which asks first if it has unsaved text. */
export function insteadOfForm(open: () => void): void {
  const { form, rules } = goodsPage.getState()
  if ((form !== null && isChanged(form)) || isUnsaved(rules)) goodsPage.setState({ wanted: open })
  else open()
}

export const isOpen = (number: Form['number']): boolean => goodsPage.getState().form?.number === number

/** The draft of this form, as long as it is open. Without typed fields the question of `insteadOfForm` ends. */
export const draftOf = (number: Form['number']): DraftStore<TypedGoods> => ({
  now: () => (isOpen(number) ? formNow()?.draft : null) ?? NOTHING_TYPED,
  keep: (draft) =>
    goodsPage.setState(({ form, wanted }) =>
      form?.number === number ? { form: { ...form, draft }, wanted: isTyped(draft) ? wanted : null } : {},
    ),
})

/** Shows the product of the form as it is now, but for the fields that were typed. */
export const follow = (number: Form['number'], row: GoodsRow): void =>
  goodsPage.setState(({ form }) =>
    form?.number === number ? { form: { ...form, row, inUse: asTyped(row) } } : {},
  )

export const openNew = (code = '', more: Changes = {}): void => openForm(null, { code, ...more })

/** Opens the form for the next new product, with the same category, because similar goods are often entered together. */
export const openNext = ({ name, category }: TypedGoods): void =>
  openForm(null, { category }, { added: name })

export const openRow = (row: GoodsRow): void => openForm(row, {})

/**
 * Opens the form for an unknown code from the till, instead of one that may have unsaved text. A product with a weighed
 * code is sold by weight.
 */
export function offerToAdd(code: string, wanted: Wanted): void {
  const unit = code === wanted.scanned ? EMPTY_GOODS.unit : 'кг'
  insteadOfForm(() => openForm(null, { code, unit }, { forTill: wanted }))
  goodsPage.setState({ importing: false })
  showRoom('goods')
}

/** Merges into the latest state: a scan changes two fields before the next rendering. */
export const keepTyped = (change: Changes | ((typed: TypedGoods) => Changes)): void =>
  goodsPage.setState(({ form }) => {
    if (form === null) return {}
    const changes = typeof change === 'function' ? change(typedIn(form)) : change
    return { form: { ...form, draft: withTyped(form.draft, form.inUse, changes) } }
  })

export type Changes = Partial<TypedGoods>

/** Fills empty fields with the values of the category's other goods. The category itself is filled only at first. */
export const keepUsual = (usual: Changes & Pick<TypedGoods, 'category'>): void =>
  goodsPage.setState(({ form }) => {
    if (form === null) return {}
    const filled = Object.entries(form.draft.typed).filter(
      ([field, text]) => text !== '' || field === 'category',
    )
    const inUse = { ...EMPTY_GOODS, ...usual }
    const draft = { ...NOTHING_TYPED, sent: form.draft.sent }
    return { form: { ...form, draft: withTyped(draft, inUse, Object.fromEntries(filled)), inUse } }
  })

export const openWeighed = (): void => goodsPage.setState({ ...CLOSED, beside: 'weighed' })
export const openRules = (): void => goodsPage.setState({ ...CLOSED, beside: 'rules' })
export const openUnlisted = (): void => goodsPage.setState({ ...CLOSED, beside: 'unlisted' })
export const openMany = (): void => goodsPage.setState({ ...CLOSED, beside: 'many' })
export const openLabels = (labelsOf: LabelSource = 'picked'): void =>
  goodsPage.setState({ ...CLOSED, beside: 'labels', labelsOf })

/** Keeps the unsaved changes of the rules. Ends the question of `insteadOfForm` if there are none. */
export const keepRules = (rules: RuleDraft): void =>
  goodsPage.setState(({ wanted }) => ({ rules, wanted: isUnsaved(rules) ? wanted : null }))

export const rulesNow = (): RuleDraft => goodsPage.getState().rules

/** Adds these codes at the end of the picked ones. */
export const pick = (...codes: readonly string[]): void =>
  goodsPage.setState(({ picked }) => {
    const now = new Set(codes)
    return { picked: [...picked.filter((one) => !now.has(one)), ...codes] }
  })

export const unpick = (code: string): void =>
  goodsPage.setState(({ picked }) => ({ picked: picked.filter((one) => one !== code) }))

export const toggle = (code: string): void =>
  goodsPage.getState().picked.includes(code) ? unpick(code) : pick(code)

export const pickNothing = (): void => goodsPage.setState({ picked: [] })

/** Stores the old prices of a plan that was carried out. A price that is back at its old value is removed. */
export const keepRepriced = (plan: readonly PlannedGoods[]): void =>
  goodsPage.setState(({ repriced: had }) => {
    const repriced = new Map(had)
    for (const { code, from, to } of plan) {
      if (from.price === undefined) continue
      if (repriced.get(code) === to.price) repriced.delete(code)
      else if (!repriced.has(code)) repriced.set(code, from.price)
    }
    return { repriced }
  })

export const forgetRepriced = (): void => goodsPage.setState({ repriced: new Map() })

export const closeBeside = (): void => goodsPage.setState(CLOSED)
export const showImport = (importing: boolean): void => goodsPage.setState({ importing })

/** Whether a person typed something that is not saved. */
export const isChanged = (form: Form): boolean => differing(typedIn(form), form.inUse).length > 0
