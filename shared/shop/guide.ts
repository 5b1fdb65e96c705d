/**
 * The steps of the first-run guide. To add one: name it here, add its texts (`guide.<step>` and `guide.<step>.words`)
 * and its part of the page in `renderer/cashier/rooms/first-run/setup-steps.tsx`. The compiler requires both.
 */
export const GUIDE_STEPS = [
  'welcome',
  'merchant',
  'shop',
  'sales',
  'goods',
  'printer',
  'staff',
  'copies',
  'ready',
] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/** The progress of the guide. It is stored, so that a person can leave the guide and continue it after a restart. */
export type Guide = {
  /** Whether the page shows the guide instead of the counter. */
  open: boolean
  step: GuideStep
  /** Typed values that are not saved as settings yet, by field. Never a password. */
  typed: Record<string, string>
  /** What was in use in these fields when they were typed. */
  over: Record<string, string>
}

/** The guide is completed, or the till is older than the guide: the page does not offer it. */
export const GUIDE_OVER: Guide = { open: false, step: 'ready', typed: {}, over: {} }

export const GUIDE_BEGINS: Guide = { open: true, step: 'welcome', typed: {}, over: {} }

export const isOver = ({ open, step }: Guide): boolean => !open && step === 'ready'
