/** The endpoints of docs/payment-service.md#e-receipts. */
import type { Ask } from './ask.ts'
import { failed } from './classify.ts'
import * as decode from './decode.ts'
import { ebarimtBody, pathSegment } from './requests.ts'
import type { ServiceClient, VoidedEbarimt } from './types.ts'

export const ebarimtEndpoints = (ask: Ask): Pick<ServiceClient, 'createEbarimt' | 'cancelEbarimt'> => ({
  createEbarimt: (request) =>
    ask.once('create e-receipt', () => ({
      method: 'POST',
      path: '/v2/ebarimt_v3/create',
      body: ebarimtBody(request),
      decode: decode.decodeEbarimt,
    })),

  cancelEbarimt: async (paymentId) => {
    const answer = await ask.once('cancel e-receipt', () => ({
      method: 'DELETE',
      path: `/v2/ebarimt_v3/${pathSegment('cancel e-receipt', 'payment_id', paymentId)}`,
      decode: decode.decodeVoidedEbarimt,
    }))
    return voided(answer)
  },
})

/** A 200 that says the operation did not succeed is a refusal: the receipt stands. */
function voided(answer: decode.VoidAnswer): VoidedEbarimt {
  if (answer.refused) throw failed('cancel e-receipt', 'REQUEST_REFUSED', { status: 200 })
  return { id: answer.id, statusDate: answer.statusDate }
}
