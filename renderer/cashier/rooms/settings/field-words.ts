import { formatMoney, money } from '../../../../shared/money/money.ts'
import type { SaleRule } from '../../../../shared/shop/age-and-bans.ts'
import { type PrinterSettings, SETTING_FIELDS, type SettingField } from '../../../../shared/shop/settings.ts'
import type { TextKey } from '../../../../shared/texts/index.ts'
import { type Say, textUnder } from '../../page/text.ts'
import { kindOf } from './draft.ts'

/** The name of a field, with its group's name if the field's name alone is ambiguous. */
export function fieldWords(say: Say, path: string): string {
  const [group = '', part = ''] = path.split('.')
  const key = /^(merchant|accounts)$/.test(group)
    ? path
    : group === 'tenders'
      ? `tender.${part}`
      : `settings.${path}`
  const words = textUnder(say, key) ?? say('file.field')
  const title = GROUPS[group]
  return title === undefined ? words : `${say(title)}: ${words}`
}

const GROUPS: Readonly<Record<string, TextKey>> = {
  receiptTexts: 'settings.receiptTexts',
  tenders: 'settings.tenders',
  merchant: 'merchant.title',
  retention: 'settings.retention',
  accounts: 'settings.accounts',
  updates: 'updates.title',
}

/** A setting's value in words. */
export function valueWords(say: Say, path: string, value: unknown): string {
  if (value === null || value === '') return say('file.value.empty')
  if (path === 'logo') return say(value === true ? 'file.value.set' : 'file.value.none')
  if (path === 'weighedCodes') return say('file.value.set')
  if (path === 'saleRules') return ruleWords(say, value as readonly SaleRule[])
  if (path === 'printer' || path === 'sparePrinter') return printerWords(say, value as PrinterSettings)
  const field = SETTING_FIELDS.find((one) => one.path === path)
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
  return field === undefined ? text : choiceWords(say, field, text)
}

/** "Пиво (21+, 22:00–08:00); Тамхи (Monday)". */
const ruleWords = (say: Say, rules: readonly SaleRule[]): string =>
  rules
    .map(({ category, age, hours, weekdays, monthDays, dates }) => {
      const parts = [
        ...(age > 0 ? [`${age}+`] : []),
        ...(hours === null ? [] : [`${hours.from}–${hours.to}`]),
        ...weekdays.map((day) => textUnder(say, `reports.weekday.${day}`) ?? String(day)),
        ...(monthDays.length === 0 ? [] : [`${say('rules.monthDays')} ${monthDays.join(', ')}`]),
        ...dates,
      ]
      return `${category} (${parts.join(', ')})`
    })
    .join('; ') || say('file.value.empty')

/** The name of a choice of a field. */
export function choiceWords(say: Say, { path, unit }: SettingField, value: string): string {
  if (unit === 'money') return `${formatMoney(money(Number(value)))} ₮`
  if (unit === 'seconds') return say('settings.seconds', { count: Number(value) / 1000 })
  if (unit !== undefined) return say(`settings.${unit}`, { count: Number(value) })
  const own = textUnder(say, `settings.${path}.${value}`) ?? textUnder(say, `${path}.${value}`)
  if (own !== null) return own
  return Object.hasOwn(YES_OR_NO, value) ? say(YES_OR_NO[value as keyof typeof YES_OR_NO]) : value
}

/** The name of a field of the form, also of a printer's. */
export const typedFieldWords = (say: Say, path: string): string =>
  fieldWords(say, path.replace(/^sparePrinter\./, 'printer.'))

/** A typed value in words. */
export function typedWords(say: Say, path: string, typed: string): string {
  if (path.endsWith('rinter.kind')) return say(`settings.printer.${typed as PrinterSettings['kind']}`)
  const field = SETTING_FIELDS.find((one) => one.path === path)
  return field === undefined || kindOf(field).values === null ? typed : choiceWords(say, field, typed)
}

const YES_OR_NO = { yes: 'settings.yes', on: 'settings.yes', no: 'settings.no', off: 'settings.no' } as const

function printerWords(say: Say, printer: PrinterSettings): string {
  const kind = say(`settings.printer.${printer.kind}`)
  switch (printer.kind) {
    case 'network':
      return `${kind} ${printer.host}:${printer.port}`
    case 'device':
      return `${kind} ${printer.path}`
    case 'raw-queue':
    case 'system':
      return `${kind} ${printer.queue}`
    default:
      return kind
  }
}
