/** What a request answers about the age of the customer and about goods that are not sold now (main/sale/rules.ts). */
import { z } from 'zod'
import { asCashier, type Permission } from '../../../shared/shop/staff.ts'
import type { Answers } from '../../sale/index.ts'
import type { About, Authorization } from '../../shop/people/index.ts'

/** Answers QUANTITY_UNCONFIRMED: so many pieces are meant. */
export const many = z.number().positive().optional()

/** Left out until a refusal asked: AGE_UNCONFIRMED, SALE_BANNED. */
export const ruleAnswers = {
  ofAge: z.int().min(1).max(99).optional(),
  despiteBan: z.literal(true).optional(),
}

type Answered = { readonly ofAge?: number | undefined; readonly despiteBan?: true | undefined }

export const permissionDespiteBan = ({ despiteBan }: Answered): Permission | null =>
  despiteBan ? 'sell-banned' : null

/** The audit row of a request that has an answer; null for one that has none. */
export const auditOfAnswers = <Request extends Answered & About>(request: Request): About | null =>
  request.ofAge === undefined && request.despiteBan === undefined ? null : request

export const answersOf = (
  { ofAge, despiteBan }: Answered,
  { person, approvedBy }: Authorization,
): Answers => ({
  ofAge,
  despiteBan,
  cashier: asCashier(person),
  allowedBy: asCashier(approvedBy ?? person),
})
