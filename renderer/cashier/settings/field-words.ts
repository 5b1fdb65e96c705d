import { formatMoney, money } from '../../../../shared/money.ts'
import type { PrinterSettings } from '../../../../shared/settings.ts'
import type { TextKey } from '../../../../shared/texts/index.ts'
import { knownKey, type Say } from '../../text.ts'

/** A field by the name that it has on the screen, with its group's where that alone says too little. */
export function fieldWords(say: Say, field: string): string {
  const key = /^(merchant|accounts)\./.test(field) ? field : `settings.${field}`
  const words = say(LABELS[field] ?? knownKey(key, 'file.field'))
  const group = GROUPS[field.split('.')[0] ?? '']
  return group === undefined ? words : `${say(group)}: ${words}`
}

const LABELS: Readonly<Record<string, TextKey>> = {
  'tenders.cash': 'tender.cash',
  'tenders.qr': 'tender.qr',
  'tenders.card': 'tender.card',
  'tenders.transfer': 'tender.transfer',
}

const GROUPS: Readonly<Record<string, TextKey>> = {
  receiptTexts: 'settings.receiptTexts',
  tenders: 'settings.tenders',
  merchant: 'merchant.title',
  retention: 'settings.retention',
  accounts: 'settings.accounts',
}

/** A value as people say it. */
export function valueWords(say: Say, field: string, value: unknown): string {
  if (value === null || value === '') return say('file.value.empty')
  if (field === 'logo') return say(value === true ? 'file.value.set' : 'file.value.none')
  if (typeof value === 'boolean') return say(value ? 'settings.yes' : 'settings.no')
  if (field === 'printer' || field === 'sparePrinter') return printerWords(say, value as PrinterSettings)
  if (field === 'weighedCodes') return say('file.value.set')
  if (typeof value === 'number') return numberWords(say, field, value)
  return say(knownKey(enumKey(field, String(value)), 'audit.act.unlisted'), { act: String(value) })
}

const enumKey = (field: string, value: string): string => ENUMS[field]?.[value] ?? ''

/** Values that are words of the program's own, by the text that stands for them on the screen. */
const ENUMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  language: { mn: 'language.mn', en: 'language.en' },
  theme: {
    system: 'settings.theme.system',
    light: 'settings.theme.light',
    dark: 'settings.theme.dark',
    contrast: 'settings.theme.contrast',
  },
  'invoicing.plainShape': { simple: 'settings.shape.simple', full: 'settings.shape.full' },
  'drawer.opens': { cash: 'settings.drawer.cash', never: 'settings.drawer.never' },
  'tenders.cash': { on: 'settings.yes', off: 'settings.no' },
  'tenders.qr': { on: 'settings.yes', off: 'settings.no' },
  'tenders.card': { on: 'settings.yes', off: 'settings.no' },
  'tenders.transfer': { on: 'settings.yes', off: 'settings.no' },
  sounds: { on: 'settings.sounds.on', off: 'settings.sounds.off' },
  display: {
    'second-screen': 'settings.display.second-screen',
    window: 'settings.display.window',
    off: 'settings.display.off',
  },
  'shifts.selling': { optional: 'settings.shifts.optional', required: 'settings.shifts.required' },
  'shifts.count': { blind: 'settings.shifts.blind', open: 'settings.shifts.seen' },
}

function numberWords(say: Say, field: string, value: number): string {
  if (field === 'shifts.reasonAbove') return `${formatMoney(money(value))} ₮`
  if (field === 'pollMs') return say('settings.seconds', { count: value / 1000 })
  if (field === 'paperWidth') return say('settings.millimetres', { count: value })
  if (field === 'cityTaxPercent' || field === 'textSize') return say('settings.percent', { count: value })
  return String(value)
}

function printerWords(say: Say, printer: PrinterSettings): string {
  const kind = say(`settings.printer.${printer.kind}`)
  switch (printer.kind) {
    case 'network':
      return `${kind} ${printer.host}:${printer.port}`
    case 'device':
      return `${kind} ${printer.path}`
    case 'system':
      return `${kind} ${printer.queue}`
    default:
      return kind
  }
}
