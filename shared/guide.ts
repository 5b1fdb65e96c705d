import { z } from 'zod'

/**
 * The first-run guide, step by step. To add one: name it here, give it its texts (`guide.<step>` and `guide.<step>.words`)
 * and its part of the page in `renderer/cashier/first-run/setup-steps.tsx`; the compiler asks for both.
 */
export const GUIDE_STEPS = ['welcome', 'merchant', 'shop', 'printer', 'staff', 'ready'] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/** How far the guide came, so that it is left and taken up again at any step, over a restart too. */
export const guideSchema = z.strictObject({
  /** Whether it stands before the counter. */
  open: z.boolean(),
  step: z.enum(GUIDE_STEPS),
  /** What was typed and is not in use yet, by field. Never a password. */
  typed: z
    .record(z.string().regex(/^[a-z]{1,20}\.[a-zA-Z]{1,30}$/), z.string().max(500))
    .refine((typed) => Object.keys(typed).length <= 40 && !('merchant.password' in typed)),
})
export type Guide = z.infer<typeof guideSchema>

/** It was gone through, or the terminal is older than it: nothing calls for it any more. */
export const GUIDE_OVER: Guide = { open: false, step: 'ready', typed: {} }

export const GUIDE_BEGINS: Guide = { open: true, step: 'welcome', typed: {} }

export const isOver = ({ open, step }: Guide): boolean => !open && step === 'ready'
