/** Commands about what two tills of a shop changed at the same time. */
import { z } from 'zod'
import { permissionToChange } from '../../shared/settings.ts'
import { shopConflictName, shopConflictSchema } from '../../shared/shop-conflict.ts'
import { commandAlone, defineCommand, wholeRequest } from './define-command.ts'

/** The oldest first. */
export const listShopConflicts = defineCommand({
  reply: z.array(shopConflictSchema),
  permission: 'goods',
  background: true,
  handle: ({ conflicts }) => [...conflicts.list()],
})

/** `theirs` stays as it is at all tills; `ours` is set at all tills. */
export const decideShopConflict = defineCommand({
  request: shopConflictName.extend({ keep: z.enum(['theirs', 'ours']) }),
  permission: 'goods',
  permissionFor: ({ kind, key }) =>
    kind === 'setting' ? permissionToChange({ [key]: true }) : kind === 'person' ? 'staff' : 'goods',
  audit: wholeRequest,
  handle: ({ conflicts }, { keep, ...of }) => conflicts.decide(of, keep),
})

/** Ends all conflicts and changes nothing: after a till with many goods of its own joined a shop. */
export const keepAllOfShop = defineCommand({
  permission: 'staff',
  audit: commandAlone,
  handle: async ({ conflicts }) => {
    for (const one of conflicts.list()) await conflicts.decide(one, 'theirs')
  },
})
