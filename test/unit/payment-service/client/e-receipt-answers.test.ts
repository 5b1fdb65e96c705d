/** What POST /v2/ebarimt_v3/create answers, and whether it is an active e-receipt of ours (docs/payment-service.md#e-receipt-fields). */
import { expect, test } from 'vitest'
import { receiptProvider } from '../../../../main/payment-service/client/index.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { TERMS } from '../../../support/sample-sale.ts'
import { EBARIMT, RECEIPT } from './samples.ts'
import { clientOf, failureOf, keptLog, scriptedClient, scriptedService } from './scripted-service.ts'

const created = async (changes: object) => {
  const log = keptLog()
  const service = await scriptedService(() => ({ json: { ...RECEIPT, ...changes } }))
  const receipt = await clientOf(service.url, { log }).createEbarimt(EBARIMT)
  return { receipt, log: log.lines.join('\n') }
}

for (const [changes, active] of [
  [{}, true],
  [{ status: null }, true],
  [{ status: undefined }, true],
  [{ status: 'true' }, true],
  [{ barimt_status: 'created' }, true],
  [{ status: false }, false],
  [{ status: 'false' }, false],
  [{ status: 0 }, false],
  [{ barimt_status: 'CANCELLED' }, false],
  [{ barimt_status: 'CANCELED', status: true }, false],
  [{ barimt_status: 'REGISTERED' }, true],
  [{ barimt_status: '', status: 1 }, true],
  [{ barimt_status: 'REGISTERED', status: false }, false],
  [{ barimt_status: 'REGISTERED', status: null }, false],
] as const)
  test(`an e-receipt with ${JSON.stringify(changes)} is ${active ? 'active' : 'not active'}`, async () => {
    expect((await created(changes)).receipt.active).toBe(active)
  })

test('the status is read from barimt_status, also when the e-receipt is not active', async () => {
  expect((await created({ status: false })).receipt).toMatchObject({ status: 'CREATED', statusWord: null })
  expect((await created({ barimt_status: 'CANCELED' })).receipt).toMatchObject({
    status: 'CANCELLED',
    statusWord: null,
  })
})

for (const [barimt_status, statusWord] of [
  ['Pending', 'Pending'],
  [' IN_PROGRESS ', 'IN_PROGRESS'],
  ['Хүлээгдэж буй', 'Хүлээгдэж буй'],
] as const)
  test(`an unknown status "${barimt_status}" is kept and logged`, async () => {
    const { receipt, log } = await created({ barimt_status })
    expect(receipt).toMatchObject({ status: 'unknown', statusWord })
    expect(log).toContain(statusWord)
  })

test('a status that could be lottery or QR data is not kept', async () => {
  for (const barimt_status of [
    RECEIPT.ebarimt_lottery,
    RECEIPT.ebarimt_qr_data,
    `X ${RECEIPT.ebarimt_lottery}`,
    'AB12345678',
    12345678,
    'x'.repeat(41),
    '<b>CREATED</b>',
  ]) {
    const { receipt, log } = await created({ barimt_status })
    expect(receipt).toMatchObject({ status: 'unknown', statusWord: null })
    expect(log).not.toContain(String(barimt_status))
    expect(log).toContain('barimt_status is unknown')
  }
  const { receipt, log } = await created({ ebarimt_lottery: 'LUCKY', barimt_status: 'LUCKY' })
  expect(receipt.statusWord).toBeNull()
  expect(log).not.toContain('LUCKY')
})

test('no log line has lottery or QR data, in whatever field they come', async () => {
  const { ebarimt_lottery: lottery, ebarimt_qr_data: qr } = RECEIPT
  for (const word of [lottery, qr])
    expect((await created({ ebarimt_receiver_type: word })).log).not.toContain(word)
})

test('receiver type and register number of an e-receipt are read in each form that the service may return', async () => {
  for (const [changes, told] of [
    [
      { ebarimt_receiver_type: '84', ebarimt_receiver: '6234567' },
      { receiverType: '84', receiver: '6234567' },
    ],
    [
      { ebarimt_receiver_type: 84, ebarimt_receiver: 6234567 },
      { receiverType: '84', receiver: '6234567' },
    ],
    [
      { ebarimt_receiver_type: 'COMPANY', ebarimt_receiver: ' 6234567 ' },
      { receiverType: '84', receiver: '6234567' },
    ],
    [
      { ebarimt_receiver_type: 'CITIZEN', ebarimt_receiver: null },
      { receiverType: '83', receiver: '' },
    ],
    [
      { ebarimt_receiver_type: null, ebarimt_receiver: undefined },
      { receiverType: 'unknown', receiver: '' },
    ],
    [
      { ebarimt_receiver_type: 'FOREIGNER', ebarimt_receiver: 'AB1' },
      { receiverType: 'unknown', receiver: 'AB1' },
    ],
  ] as const)
    expect((await created(changes)).receipt).toMatchObject(told)
})

test('only a listed code of the service’s message about an e-receipt is kept', async () => {
  const { client } = await scriptedClient(() => ({
    status: 409,
    json: { error_code: 'AB12345678', message: 'already exists: lottery 123' },
  }))
  for (const asked of [client.createEbarimt(EBARIMT), client.cancelEbarimt('p-1')])
    expect(await failureOf(asked)).toMatchObject({
      name: 'REQUEST_REFUSED',
      code: null,
      serviceMessage: null,
    })
})

test('lottery numbers and QR digits are removed from every other refusal, too', async () => {
  const service = await scriptedService(() => ({
    status: 400,
    json: { error_code: 'X', message: `lottery АБ 12345678, AB12345678, ${'7'.repeat(60)} of 2026-06-01` },
  }))
  expect(await failureOf(clientOf(service.url).refundPayment('p-1'))).toMatchObject({
    serviceMessage: 'lottery •••, •••, ••• of 2026-06-01',
  })
})

test('an e-receipt for the same register number in another spelling is ours', async () => {
  const service = await scriptedService(() => ({ json: RECEIPT }))
  const issue = async (ebarimt_receiver: string) => {
    service.script = () => ({ json: { ...RECEIPT, ebarimt_receiver_type: '84', ebarimt_receiver } })
    const answer = await receiptProvider({ client: clientOf(service.url) }).issue({
      paymentId: 'p-1',
      receiver: { kind: 'organisation', register: 'УБ90010112' },
      amounts: [tugriks(100)],
      terms: TERMS,
    })
    return answer.ok && answer.value !== 'early' ? answer.value.invalidReason : answer
  }
  expect(await issue('yб 90010112')).toBeNull()
  expect(await issue('УБ90010113')).toBe('УБ90010113')
})
