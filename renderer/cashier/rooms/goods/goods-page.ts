import { useStore } from 'zustand'
import { asTyped, EMPTY_GOODS, type GoodsRow, type TypedGoods } from '../../../../shared/shop/goods.ts'
import { afterSave, type Draft, differing, shownOver, withTyped } from '../../page/draft.ts'
import { showRoom } from '../../page/store.ts'
import { createRoomStore } from '../../page/visit.ts'
import type { RuleDraft } from './rule-draft.ts'

/** The form for a product. It is kept while another room is open, so that nothing typed is lost. */
export type Form = {
  /** The product to change; null for a new one. */
  readonly row: GoodsRow | null
  /** What is typed over `inUse`. */
  readonly draft: Draft<TypedGoods> | null
  /** The product as this form knows it; of a new product what others of its category have. */
  readonly inUse: TypedGoods
  /** The code scanned at the till. It is added to the cart once the product is saved. */
  readonly forTill: Wanted | null
  /** Unique for each opened form. */
  readonly number: number
}

/** `scanned` differs from the product's code if it is a weighed code. */
export type Wanted = { readonly scanned: string; readonly quantity: string | null }

export type GoodsPage = {
  readonly beside: 'form' | 'weighed' | 'rules' | 'labels' | null
  /** Codes of goods that get a label. */
  readonly picked: readonly string[]
  readonly form: Form | null
  /** The unsaved changes of the rules of sale. */
  readonly rules: RuleDraft
  /** What a person wants to open instead of a form or of rules with unsaved text. The form asks first. */
  readonly wanted: (() => void) | null
  readonly importing: boolean
}

const NO_CHANGES: RuleDraft = { changed: {}, added: [] }

const goodsPage = createRoomStore<GoodsPage>({
  beside: null,
  picked: [],
  form: null,
  rules: NO_CHANGES,
  wanted: null,
  importing: false,
})

const isUnsaved = ({ changed, added }: RuleDraft): boolean =>
  added.length > 0 || Object.keys(changed).length > 0

const CLOSED = { beside: null, form: null, rules: NO_CHANGES, wanted: null } as const

export const useGoodsPage = <Part>(part: (page: GoodsPage) => Part): Part => useStore(goodsPage, part)

/** As it is now: a scan comes before the rendering of what it undid. */
export const formNow = (): Form | null => goodsPage.getState().form

let forms = 0

const openForm = (row: Form['row'], typed: Changes, forTill: Form['forTill']): void => {
  forms += 1
  const inUse = row === null ? EMPTY_GOODS : asTyped(row)
  const form = { row, draft: withTyped(null, inUse, typed), inUse, forTill, number: forms }
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

/** Marks values as saved. Ends the question of `insteadOfForm` if nothing else is typed. Returns whether that is so. */
export function keepSaved(number: Form['number'], sent: TypedGoods, code: string): boolean {
  const { form, wanted } = goodsPage.getState()
  if (form?.number !== number) return false
  const row = form.row && { ...form.row, product: { ...form.row.product, code } }
  const draft = afterSave(form.draft, sent)
  goodsPage.setState({ form: { ...form, row, draft, inUse: sent }, wanted: draft && wanted })
  return draft === null
}

/** Shows what others changed in the product of the form, but for the fields that were typed. */
export const follow = (number: Form['number'], row: GoodsRow): void =>
  goodsPage.setState(({ form }) =>
    form?.number === number ? { form: { ...form, row, inUse: asTyped(row) } } : {},
  )

export const openNew = (code = ''): void => openForm(null, { code }, null)

export const openRow = (row: GoodsRow): void => openForm(row, {}, null)

/**
 * Opens the form for an unknown code from the till, instead of one that may have unsaved text. A product with a weighed
 * code is sold by weight.
 */
export function offerToAdd(code: string, wanted: Wanted): void {
  const unit = code === wanted.scanned ? EMPTY_GOODS.unit : 'кг'
  insteadOfForm(() => openForm(null, { code, unit }, wanted))
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
    const typed = Object.entries(form.draft?.typed ?? {})
    const filled = typed.filter(([field, text]) => text !== '' || field === 'category')
    const inUse = { ...EMPTY_GOODS, ...usual }
    return { form: { ...form, draft: withTyped(null, inUse, Object.fromEntries(filled)), inUse } }
  })

export const openWeighed = (): void => goodsPage.setState({ ...CLOSED, beside: 'weighed' })
export const openRules = (): void => goodsPage.setState({ ...CLOSED, beside: 'rules' })
export const openLabels = (): void => goodsPage.setState({ ...CLOSED, beside: 'labels' })

/** Keeps the unsaved changes of the rules. Ends the question of `insteadOfForm` if there are none. */
export const keepRules = (rules: RuleDraft): void =>
  goodsPage.setState(({ wanted }) => ({ rules, wanted: isUnsaved(rules) ? wanted : null }))

/** Drops the changes that were saved, but not what was typed meanwhile. */
export const dropSavedRules = (saved: RuleDraft): void => {
  const { rules } = goodsPage.getState()
  keepRules(
    rules === saved
      ? NO_CHANGES
      : { ...rules, added: rules.added.filter((one) => !saved.added.includes(one)) },
  )
}

export const pick = (code: string): void =>
  goodsPage.setState(({ picked }) => ({ picked: [...picked.filter((one) => one !== code), code] }))

export const unpick = (code: string): void =>
  goodsPage.setState(({ picked }) => ({ picked: picked.filter((one) => one !== code) }))

export const closeBeside = (): void => goodsPage.setState(CLOSED)
export const showImport = (importing: boolean): void => goodsPage.setState({ importing })

/** Whether a person typed something that is not saved. */
export const isChanged = (form: Form): boolean => differing(typedIn(form), form.inUse).length > 0
