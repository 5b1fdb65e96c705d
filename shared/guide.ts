import { z } from 'zod'

/**
 * The steps of the first-run guide. To add one: name it here, add its texts (`guide.<step>` and `guide.<step>.words`)
 * and its part of the page in `renderer/cashier/first-run/setup-steps.tsx`. The compiler requires both.
 */
export const GUIDE_STEPS = ['welcome', 'merchant', 'shop', 'goods', 'printer', 'staff', 'ready'] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/** The progress of the guide. It is stored, so that a person can leave the guide and continue it after a restart. */
export const guideSchema = z.strictObject({
  /** Whether the page shows the guide instead of the counter. */
  open: z.boolean(),
  step: z.enum(GUIDE_STEPS),
  /** Typed values that are not saved as settings yet, by field. Never a password. */
  typed: z
    .record(z.string().regex(/^[a-z]{1,20}\.[a-zA-Z]{1,30}$/), z.string().max(500))
    .refine((typed) => Object.keys(typed).length <= 40 && !('merchant.password' in typed)),
})
export type Guide = z.infer<typeof guideSchema>

/** The guide is completed, or the till is older than the guide: the page does not offer it. */
export const GUIDE_OVER: Guide = { open: false, step: 'ready', typed: {} }

export const GUIDE_BEGINS: Guide = { open: true, step: 'welcome', typed: {} }

export const isOver = ({ open, step }: Guide): boolean => !open && step === 'ready'
