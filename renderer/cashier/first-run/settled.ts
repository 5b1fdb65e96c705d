import type { GuideStep } from '../../../shared/guide.ts'
import type { TerminalView } from '../../../shared/ipc/index.ts'
import { isSampleShop } from './guide-draft.ts'

type Settled = Pick<TerminalView, 'settings' | 'staffed'>

/** Whether a step has nothing left to do, as what is in use tells. */
export function isSettled(step: GuideStep, { settings, staffed }: Settled): boolean {
  switch (step) {
    case 'merchant':
      return settings.merchant !== null
    case 'shop':
      return !isSampleShop(settings)
    case 'printer':
      return settings.printer.kind !== 'folder' && settings.printer.kind !== 'none'
    case 'staff':
      return staffed
    default:
      return false
  }
}
