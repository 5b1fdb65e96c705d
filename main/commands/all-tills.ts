/** Commands about all tills of the shop database. */
import { z } from 'zod'
import { defineCommand } from './define-command.ts'

/** The terminal codes of the shop's other tills. Empty where this till belongs to no shop database. */
export const listOtherTills = defineCommand({
  reply: z.array(z.string()),
  permission: null,
  background: true,
  handle: (context) => context.shop().allTills.others(),
})
