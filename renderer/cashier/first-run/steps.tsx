import type { ComponentType } from 'react'
import type { GuideStep } from '../../../shared/guide.ts'
import { MerchantStep } from './merchant-step.tsx'
import { PrinterStep } from './printer-step.tsx'
import { Ready } from './ready.tsx'
import { ShopStep } from './shop-step.tsx'
import { StaffStep } from './staff-step.tsx'
import type { GuideHand } from './use-guide.ts'
import { Welcome } from './welcome.tsx'

/** Each step's part of the page. */
export const STEPS: Readonly<Record<GuideStep, ComponentType<{ readonly guide: GuideHand }>>> = {
  welcome: Welcome,
  merchant: MerchantStep,
  shop: ShopStep,
  printer: PrinterStep,
  staff: StaffStep,
  ready: Ready,
}
