/** Commands for the names of organisations that get receipts. */
import { z } from 'zod'
import { LONGEST_ORGANISATION, organisationSchema } from '../../../shared/shop/organisation.ts'
import { backgroundCommand, defineCommand, wholeRequest } from './define-command.ts'
import { typed } from './schemas.ts'

const OFFERED = 4

export const findOrganisations = backgroundCommand({
  request: z.strictObject({ typed }),
  reply: z.array(organisationSchema),
  permission: 'sell',
  handle: ({ shop: { organisations } }, request) => [...organisations.find(request.typed, OFFERED)],
})

/** Names an organisation for the first time, or changes its name. An empty name takes it away. */
export const nameOrganisation = defineCommand({
  request: z.strictObject({ register: typed, name: z.string().max(LONGEST_ORGANISATION) }),
  permission: 'sell',
  permissionFor: ({ register }, { shop }) =>
    shop.organisations.nameOf(register) === null ? null : 'settings',
  audit: wholeRequest,
  handle: ({ shop: { organisations } }, { register, name }) => organisations.name(register, name),
})
