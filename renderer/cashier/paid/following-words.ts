import type { FollowingSale } from '../../../shared/ipc/index.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Say } from '../text.ts'

/** Where leaving a sale leads to the rest of the cart that it was split off from, and not to another customer. */
export const followingWords = (say: Say, { total }: FollowingSale): string =>
  say('split.next', { amount: formatMoney(total) })
