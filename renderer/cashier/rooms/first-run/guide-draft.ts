import type { TerminalView } from '../../../../shared/page/index.ts'
import type { GuideStep } from '../../../../shared/shop/guide.ts'
import { missingSeller } from '../../../../shared/shop/own-seller.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { type SettingTexts, textsOf } from '../settings/index.ts'

/** The taxpayer number of the sample shop must not reach a receipt, so the guide shows its fields empty. */
export const isSampleShop = ({ shop }: Settings): boolean =>
  JSON.stringify(shop) === JSON.stringify(FIRST_SETTINGS.shop)

const NO_SHOP: SettingTexts = {
  'shop.name': '',
  'shop.taxpayerNumber': '',
  'shop.register': '',
  'shop.branch': '',
  'shop.districtCode': '',
}

/** What the guide shows before anything is typed. */
export const guideTexts = (settings: Settings): SettingTexts => ({
  ...textsOf(settings),
  ...(isSampleShop(settings) ? NO_SHOP : {}),
})

/** Which fields a step saves: a printer that is only partly typed is not saved with the shop. */
export const isOf = (step: 'shop' | 'printer' | 'staff') => (path: string) =>
  path.startsWith(`${step}.`) ||
  (step === 'shop' && path === 'terminalCode') ||
  (step === 'staff' && path === 'miscLimit')

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
