import type { GuideStep } from '../../../shared/guide.ts'
import type { Settings } from '../../../shared/settings.ts'
import { isSampleShop } from './guide-draft.ts'

/** Whether a step has nothing left to do, as the settings in use tell. */
export function isSettled(step: GuideStep, settings: Settings): boolean {
  switch (step) {
    case 'merchant':
      return settings.merchant !== null
    case 'shop':
      return !isSampleShop(settings)
    case 'printer':
      return settings.printer.kind !== 'folder' && settings.printer.kind !== 'none'
    default:
      return false
  }
}
