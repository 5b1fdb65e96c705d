import type { TerminalView } from '../../../../shared/page/index.ts'
import type { GuideStep } from '../../../../shared/shop/guide.ts'
import { missingSeller } from '../../../../shared/shop/own-seller.ts'
import type { Settings } from '../../../../shared/shop/settings.ts'

/** Which fields a step saves: a printer that is only partly typed is not saved with the shop. */
export const isOf = (step: 'shop' | 'sales' | 'printer' | 'staff') => (path: string) =>
  path.startsWith(`${step}.`) ||
  (step === 'shop' && path === 'terminalCode') ||
  (step === 'sales' && (['tax.vatPayer', 'cityTaxPercent'].includes(path) || path.startsWith('tenders.'))) ||
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
    case 'copies':
      return settings.copies.folder !== ''
    default:
      return false
  }
}
