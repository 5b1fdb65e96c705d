import type { TerminalView } from '../../../../shared/page/index.ts'
import type { Guide, GuideStep } from '../../../../shared/shop/guide.ts'
import { missingSeller } from '../../../../shared/shop/own-seller.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { type Draft, draftOf, type MerchantTyped } from '../settings/index.ts'

type Typed = Guide['typed']

/** The taxpayer number of the sample shop must not reach a receipt, so the guide shows its fields empty. */
export const isSampleShop = ({ shop }: Settings): boolean =>
  JSON.stringify(shop) === JSON.stringify(FIRST_SETTINGS.shop)

const NO_SHOP: Draft['fields'] = {
  'shop.name': '',
  'shop.taxpayerNumber': '',
  'shop.register': '',
  'shop.branch': '',
  'shop.districtCode': '',
}

/** The settings, overlaid with the values typed in the guide. */
export function guideDraft(settings: Settings, typed: Typed): Draft {
  const inUse = draftOf(settings)
  return {
    ...inUse,
    fields: {
      ...inUse.fields,
      ...(isSampleShop(settings) ? NO_SHOP : {}),
      ...of(typed, 'shop.', 'shop.'),
      ...of(typed, 'terminal.', ''),
    },
    printer: { ...inUse.printer, ...of(typed, 'printer.', '') },
  }
}

/** The changed fields by name, as the guide stores them. */
export function typedOf({ printer, fields = {} }: Partial<Draft>, draft: Draft): Typed {
  const named = Object.entries(fields)
    .filter(([path, text]) => text !== draft.fields[path])
    .map(([path, text]) => [path.includes('.') ? path : `terminal.${path}`, text])
  const ofPrinter = Object.entries(printer ?? {}).map(([field, text]) => [`printer.${field}`, text])
  return Object.fromEntries([...named, ...ofPrinter])
}

export const typedMerchant = ({ merchant, merchantHint }: Settings, typed: Typed): MerchantTyped => ({
  baseUrl: (merchant ?? merchantHint)?.baseUrl ?? '',
  username: (merchant ?? merchantHint)?.username ?? '',
  invoiceCode: (merchant ?? merchantHint)?.invoiceCode ?? '',
  ...of(typed, 'merchant.', ''),
})

export const typedOfMerchant = (merchant: MerchantTyped): Typed =>
  Object.fromEntries(Object.entries(merchant).map(([field, text]) => [`merchant.${field}`, text]))

const of = (typed: Typed, prefix: string, named: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, text]) => [`${named}${field.slice(prefix.length)}`, text]),
  )

export type Settled = Pick<TerminalView, 'settings' | 'staffed' | 'goods'>

export const hasPrinter = ({ printer }: Pick<Settings, 'printer'>): boolean =>
  printer.kind !== 'folder' && printer.kind !== 'none'

/** Whether the step is already done in the current settings. */
export function isSettled(step: GuideStep, { settings, staffed, goods }: Settled): boolean {
  switch (step) {
    case 'merchant':
      return settings.merchant !== null
    case 'shop':
      return missingSeller('live', settings).length === 0
    case 'goods':
      return goods.own
    // Only a test page shows that the printer prints.
    case 'printer':
      return (
        hasPrinter(settings) && JSON.stringify(settings.printer) === JSON.stringify(settings.testedPrinter)
      )
    case 'staff':
      return staffed
    default:
      return false
  }
}
