import { formatMoney, money } from '../../../../../shared/money/money.ts'
import { isTaxKind } from '../../../../../shared/money/tax.ts'
import { RESOLUTIONS } from '../../../../../shared/sale/attention.ts'
import { TENDER_KINDS } from '../../../../../shared/sale/sale.ts'
import type { FieldChange } from '../../../../../shared/shop/field-changes.ts'
import { isPriceField, type PriceField } from '../../../../../shared/shop/goods-changes.ts'
import { PLANNED_FIELDS, type PlannedField } from '../../../../../shared/shop/goods-plan.ts'
import { knownKey, type ReplyOf, type Say } from '../../../page/index.ts'
import { dayAndTime } from '../../../parts/moment.ts'
import { isTampering, tamperingWords } from '../../../parts/tampering-words.ts'
import { fieldWords, valueWords } from '../field-words.ts'
import { daysWords } from '../restore-words.tsx'

type Row = Pick<ReplyOf<'listAudit'>[number], 'action' | 'about'>

/** The text of an audit row. A wrong PIN or recovery code has a text of its own. */
export function auditWords(say: Say, { action, about }: Row): string {
  const failed =
    'pin' in about || 'recoveryCode' in about ? textOr(say, `audit.action.${action}.failed`, '') : ''
  return failed || textOr(say, `audit.action.${action}`, action)
}

/** The amounts and names of an audit row, in the order of DETAILS. */
export const auditDetails = (say: Say, { about }: Row): string =>
  Object.entries(DETAILS)
    .flatMap(([field, words]) => (isTold(field, about) ? [words(say, about[field], about)] : []))
    .filter((words) => words !== '')
    .join(' · ')

/**
 * A resolution of an attention item stores a tender kind even without money; it is only shown if money was taken. What
 * an import does with wrong rows has the same field as a sign of tampering.
 */
const isTold = (field: string, about: Row['about']): boolean =>
  field in about &&
  !(field === 'kind' && 'resolution' in about && about.received === '') &&
  !(field === 'wrong' && (about.wrong === 'refuse' || about.wrong === 'leave out'))

/** A changed setting or price with its old and its new value. `code`: the product, where a row is about several. */
function changeWords(say: Say, { code, ...change }: FieldChange & { readonly code?: string }): string {
  const { field, from, to } = change
  if (!isPriceField(field) && !isPlannedField(field)) {
    const [name, was, is] = [fieldWords(say, field), valueWords(say, field, from), valueWords(say, field, to)]
    return was === is ? name : say('audit.field.change', { name, was, is })
  }
  const name = [code ?? '', say(`goods.field.${field}`)].filter((words) => words !== '').join(' ')
  const is = priceWords(say, field, to)
  if (from === null) return `${name}: ${is}`
  return say('audit.field.change', { name, was: priceWords(say, field, from), is })
}

const isPlannedField = (field: string): field is PlannedField => PLANNED_FIELDS.some((one) => one === field)

function priceWords(say: Say, field: PriceField | PlannedField, value: unknown): string {
  if (field === 'price') return formatMoney(money(Number(value)))
  if (field === 'cityTax' || field === 'hidden') return say(value === true ? 'goods.yes' : 'goods.no')
  if (field === 'taxKind' && isTaxKind(value)) return say(`goods.taxKind.${value}`)
  return value === '' ? say('file.value.empty') : String(value)
}

/** The first changes only, if an import changed very many: the others are in its report. */
const isShortened = ({ changes, changesInAll }: Row['about']): boolean =>
  Array.isArray(changes) && Number(changesInAll) > changes.length

/** The text of a key that is made here, or else `action`. */
const textOr = (say: Say, key: string, action: string): string =>
  say(knownKey(key, 'audit.action.unlisted'), { action })

const plain = (_say: Say, value: unknown): string => (value === null ? '' : String(value))

const counted =
  (key: 'added' | 'changedGoods' | 'leftOut') =>
  (say: Say, value: unknown): string =>
    value === 0 ? '' : say(`audit.field.${key}`, { count: Number(value) })

/** Text is an amount in tugriks that a person typed; a number is in hundredths. */
const inMoney = (value: unknown): string =>
  typeof value === 'number' ? formatMoney(money(value)) : String(value)

const DETAILS: Readonly<Record<string, (say: Say, value: unknown, about: Row['about']) => string>> = {
  pin: (say, value) => say(value === 'held' ? 'audit.pin.held' : 'audit.pin.wrong'),
  times: (say, value) => say('audit.field.times', { count: Number(value) }),
  lastAt: (say, value) => say('audit.field.lastAt', { at: dayAndTime(Number(value)) }),
  permission: (say, value) => textOr(say, `permission.${String(value)}`, ''),
  name: plain,
  resolution: (say, value) => {
    const resolution = RESOLUTIONS.find((one) => one === value)
    return resolution === undefined ? '' : say(`attention.resolution.${resolution}`)
  },
  nameBefore: (say, value) => say('audit.field.nameBefore', { value: String(value) }),
  role: (say, value) => textOr(say, `role.${String(value)}`, ''),
  roleBefore: (say, value) =>
    say('audit.field.roleBefore', { value: textOr(say, `role.${String(value)}`, String(value)) }),
  newPassword: (say, value) => (value === true ? say('audit.field.newPassword') : ''),
  newPin: (say, value) => (value === true ? say('audit.field.newPin') : ''),
  way: (say, value) => textOr(say, `audit.field.way.${String(value)}`, ''),
  step: (say, value) => textOr(say, `audit.field.step.${String(value)}`, ''),
  amount: (say, value) => say('audit.field.amount', { value: inMoney(value) }),
  float: (say, value) => (value === '' ? '' : say('audit.field.float', { value: String(value) })),
  finding: (say, value) => textOr(say, `allTills.check.${String(value)}`, ''),
  reason: plain,
  day: plain,
  why: plain,
  code: plain,
  number: plain,
  file: plain,
  quantity: (say, value) => say('audit.field.quantity', { value: String(value) }),
  price: (say, value) => say('audit.field.price', { value: String(value) }),
  priceBefore: (say, value) => say('audit.field.priceBefore', { value: inMoney(value) }),
  taxKind: (say, value) =>
    value === 'exempt' ? say('goods.exempt.badge') : isTaxKind(value) ? say(`goods.taxKind.${value}`) : '',
  ofAge: (say, value) => say('audit.field.ofAge', { value: String(value) }),
  despiteBan: (say) => say('audit.field.despiteBan'),
  discount: (say, value) =>
    value === '' ? say('audit.field.discount.none') : say('audit.field.discount', { value: String(value) }),
  totalBefore: (say, value) => say('audit.field.totalBefore', { value: inMoney(value) }),
  total: (say, value) => say('audit.field.total', { value: inMoney(value) }),
  off: (say, value) => say('audit.field.off', { value: inMoney(value) }),
  repriced: (say, value) => say('audit.field.repriced', { value: inMoney(value) }),
  kind: (say, value) => {
    const kind = TENDER_KINDS.find((one) => one === value)
    return kind === undefined ? '' : say(`tender.${kind}`)
  },
  received: (say, value) =>
    value === '' || value === undefined ? '' : say('audit.field.received', { value: String(value) }),
  added: counted('added'),
  changedGoods: counted('changedGoods'),
  leftOut: counted('leftOut'),
  changesInAll: (say, value, about) =>
    isShortened(about) ? say('audit.field.changesInAll', { count: Number(value) }) : '',
  changes: (say, value) =>
    Array.isArray(value) ? value.map((one) => changeWords(say, one)).join(' · ') : '',
  report: (say, value, about) =>
    typeof value === 'string'
      ? say('audit.field.report', { file: value, hash: String(about.reportHash) })
      : isShortened(about)
        ? say('audit.field.report.missing')
        : '',
  taken: (say, value) =>
    Array.isArray(value)
      ? say('audit.field.taken', {
          parts: value.map((part) => textOr(say, `copies.part.${String(part)}`, String(part))).join(', '),
        })
      : '',
  failed: (say, value) => say('audit.field.failed', { why: textOr(say, `failure.${String(value)}`, '') }),
  interrupted: (say) => say('audit.field.interrupted'),
  days: (say, value) =>
    Array.isArray(value) && value.length > 0
      ? say('audit.field.days', { days: daysWords(say, value.map(String)) })
      : '',
  unlike: (say, value) =>
    Array.isArray(value) ? say('audit.field.unlike', { names: value.map(String).join(', ') }) : '',
  wrong: (say, value) =>
    isTampering(value) ? say('audit.field.wrong', { what: tamperingWords(say, value) }) : '',
  reference: plain,
  username: plain,
}
