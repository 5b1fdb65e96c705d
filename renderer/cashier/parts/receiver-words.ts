import type { Receiver } from '../../../shared/sale/sale.ts'
import type { Say } from '../page/index.ts'

export const receiverWords = (say: Say, receiver: Receiver): string =>
  receiver.kind === 'individual' ? say('cart.receiver.individual') : receiver.register
