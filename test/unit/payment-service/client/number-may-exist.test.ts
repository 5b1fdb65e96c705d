/**
 * A number is used once, and the contract lists no error code for a second create request under it. A refusal that may
 * mean this is marked, so that the caller looks the number up before it gives the cart back.
 */
import { expect, test } from 'vitest'
import { SERVICE_CODES } from '../../../../shared/failure.ts'
import { INVOICE } from './samples.ts'
import { clientOf, failureOf, type Script, scriptedClient, scriptedService } from './scripted-service.ts'

const refusalOf = async (script: Script) => {
  const service = await scriptedService(() => script)
  return failureOf(clientOf(service.url).createInvoice(INVOICE))
}
const OF_CREATE = [
  'INVOICE_CODE_INVALID',
  'INVOICE_LINE_REQUIRED',
  'INVALID_AMOUNT',
  'MIN_AMOUNT_ERR',
  'MAX_AMOUNT_ERR',
  'MERCHANT_NOTFOUND',
  'MERCHANT_INACTIVE',
]
const OTHERS = SERVICE_CODES.filter(
  (code) => !OF_CREATE.includes(code) && !['AUTHENTICATION_FAILED', 'NO_CREDENDIALS'].includes(code),
)

for (const [status, body] of [
  [400, { error_code: 'SENDER_INVOICE_NO_USED', message: 'x' }],
  [409, { error_code: 'CONFLICT', message: 'x' }],
  [422, { error_code: 'UNPROCESSABLE', message: 'x' }],
  [400, { message: 'x' }],
  [409, {}],
  [400, { error_code: 'INVOICE_CODE_INVALID', message: 'The invoice exists' }],
  [403, { error_code: 'DUPLICATE_REQUEST', message: 'x' }],
  [404, { message: 'sender_invoice_no has already been taken' }],
  [400, { error: 'Duplicated number' }],
  [400, { error_code: 'X', message: 'Нэхэмжлэхийн дугаар давхардсан байна' }],
  ...OTHERS.map((error_code) => [400, { error_code, message: 'x' }] as const),
] as const)
  test(`a creation refused with ${status} ${JSON.stringify(body)}: the number may be used`, async () => {
    expect(await refusalOf({ status, json: body })).toMatchObject({
      numberMayExist: true,
      outcomeUnknown: false,
    })
  })

for (const [status, body] of [
  ...OF_CREATE.map((error_code) => [400, { error_code, message: 'x' }] as const),
  [404, { error_code: 'MERCHANT_NOTFOUND', message: 'The merchant does not exist' }],
  [400, { error_code: 'INVOICE_CODE_INVALID', message: "No such code, it doesn't exist" }],
  [403, { error_code: 'FORBIDDEN', message: 'x' }],
  [401, { error_code: 'AUTHENTICATION_FAILED', message: 'x' }],
  [429, {}],
] as const)
  test(`a creation refused with ${status} ${JSON.stringify(body)}: the number is not the reason`, async () => {
    expect(await refusalOf({ status, json: body })).toMatchObject({ numberMayExist: false })
  })

test('after a gateway page with 400 the number may be used', async () => {
  expect(await refusalOf({ status: 400, text: '<html>Bad request</html>' })).toMatchObject({
    numberMayExist: true,
  })
})

test('an error with that message under another status has an unknown outcome, and the number may be used', async () => {
  for (const status of [200, 500])
    expect(
      await refusalOf({ status, json: { error_code: 'X', message: 'duplicate key value' } }),
    ).toMatchObject({ numberMayExist: true, outcomeUnknown: true })
})

test('other operations say nothing about a number', async () => {
  const { client } = await scriptedClient(() => ({ status: 409, json: { error_code: 'DUPLICATE' } }))
  for (const call of [client.cancelInvoice('i'), client.refundPayment('p'), client.checkPayment('i')])
    expect(await failureOf(call)).toMatchObject({ numberMayExist: false })
})

test('a request that was never sent says nothing about its number', async () => {
  const service = await scriptedService()
  const call = clientOf(service.url).createInvoice({ ...INVOICE, sender_invoice_no: '' })
  expect(await failureOf(call)).toMatchObject({ name: 'INPUT_INVALID', numberMayExist: false })
})
