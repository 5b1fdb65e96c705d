/** Commands for conflicts: fields that two tills of a shop changed at the same time. */
import { z } from 'zod'
import { shopConflictName, shopConflictSchema } from '../../../shared/page/shop-conflict.ts'
import { permissionToChange } from '../../../shared/shop/settings.ts'
import { backgroundCommand, commandAlone, defineCommand, wholeRequest } from './define-command.ts'

/** The oldest first. */
export const listShopConflicts = backgroundCommand({
  reply: z.array(shopConflictSchema),
  permission: 'goods',
  handle: ({ shop: { conflicts } }) => [...conflicts.list()],
})

/** `theirs` keeps the other till's value. `ours` sets this till's value at all tills. */
export const decideShopConflict = defineCommand({
  request: shopConflictName.extend({ keep: z.enum(['theirs', 'ours']) }),
  permission: 'goods',
  permissionFor: ({ kind, key }) =>
    kind === 'setting' ? permissionToChange({ [key]: true }) : kind === 'person' ? 'staff' : 'goods',
  audit: wholeRequest,
  handle: ({ shop: { conflicts } }, { keep, ...of }) => conflicts.decide(of, keep),
})

/** Resolves all conflicts with the shop's values: a till that joins with many goods of its own can have thousands. */
export const keepAllOfShop = defineCommand({
  permission: 'staff',
  audit: commandAlone,
  handle: async ({ shop: { conflicts } }) => {
    for (const one of conflicts.list()) await conflicts.decide(one, 'theirs')
  },
})
