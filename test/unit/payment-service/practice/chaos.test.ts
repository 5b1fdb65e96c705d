/**
 * What the torture needs of the practice service: random faults, a connection that drops, tokens that expire early, and
 * the view of the auditor.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, vi } from 'vitest'
import { CHANCE_EFFECTS } from '../../../../scripts/run/practice/faults.ts'
import { eventually } from '../../../support/eventually.ts'
import { check, invoiced, paidInvoice, refusal, simpleInvoice, test } from './practice-under-test.ts'

const times = async <Value>(count: number, action: () => Promise<Value>): Promise<Value[]> => {
  const values: Value[] = []
  for (let time = 0; time < count; time += 1) values.push(await action())
  return values
}
/** The status, or "broken" when no complete answer came. */
const fared = (action: () => Promise<{ status: number }>): Promise<number | 'broken'> =>
  action().then(
    ({ status }) => status,
    () => 'broken',
  )

describe('random faults', () => {
  test('include every fault that breaks an answer, with short waits, and are counted by effect', async ({
    wire,
    payer,
  }) => {
    await payer.chaos({ rate: 1, seed: 1, hang_ms: 1, slow_ms: 1 })
    await times(150, () => fared(wire.logIn))
    const { chaos, chaos_requests } = await payer.state()
    expect(Object.keys(chaos).sort()).toEqual([...CHANCE_EFFECTS].sort())
    expect(chaos_requests).toBe(150)
    expect(Object.values(chaos).reduce((sum, count) => sum + count, 0)).toBe(150)
  })

  test('happen at every endpoint, after faults that were requested for it', async ({ wire, payer }) => {
    const id = await invoiced(wire, simpleInvoice(wire))
    await payer.chaos({ rate: 1, seed: 1, effects: ['502'] })
    await payer.faults([{ effect: '429', path: '/v2/payment/check' }])
    expect(await fared(() => check(wire, id))).toBe(429)
    expect(await fared(() => check(wire, id))).toBe(502)
    expect(await fared(() => wire.call('DELETE', `/v2/invoice/${id}`))).toBe(502)
    expect(await payer.state()).toMatchObject({ chaos_requests: 2, chaos: { '502': 2 } })
  })

  test('with an error answer sometimes do the work and sometimes not', async ({ wire, payer }) => {
    await invoiced(wire, simpleInvoice(wire))
    await payer.chaos({ rate: 1, seed: 3, effects: ['500'] })
    await times(20, () => wire.call('POST', '/v2/invoice', simpleInvoice(wire)))
    const made = (await payer.state()).invoices.length - 1
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(20)
  })

  test('are refused with an invalid rate or no effects, and are gone after a reset', async ({
    wire,
    payer,
  }) => {
    await expect(payer.chaos({ rate: 2, seed: 1 })).rejects.toThrow(/400.*rate/)
    await expect(payer.chaos({ rate: 1, seed: 1, effects: [] })).rejects.toThrow(/400.*effects/)
    await payer.chaos({ rate: 1, seed: 1, effects: ['500'] })
    await wire.logIn()
    await payer.reset()
    expect(await payer.summary()).toMatchObject({ chaos_requests: 0, chaos: {} })
    expect((await wire.logIn()).status).toBe(200)
  })
})

describe('a connection that is down', () => {
  test('ends open connections, refuses new ones, leaves the control port, and is back at the same address', async ({
    wire,
    payer,
    practice,
  }) => {
    const silent = connect(Number(new URL(practice.url).port), '127.0.0.1')
    await once(silent, 'connect')
    await payer.faults([{ effect: 'hang-before' }])
    const hanging = fared(wire.logIn)
    await eventually(async () => expect((await payer.summary()).faults_waiting).toBe(0))
    const cut = once(silent, 'close')
    await payer.line({ up: false })
    await cut
    expect(await hanging).toBe('broken')
    expect(await fared(wire.logIn)).toBe('broken')
    await payer.line({ up: false })
    await payer.line({ up: true })
    await payer.line({ up: true })
    expect(await fared(wire.logIn)).toBe(200)
  })

  test('can go down and up any number of times, in the requested order', async ({ wire, payer }) => {
    const warned = vi.fn()
    process.on('warning', warned)
    await times(15, () => Promise.all([payer.line({ up: false }), payer.line({ up: true })]))
    await payer.line({ up: true })
    expect(await fared(wire.logIn)).toBe(200)
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })

  test('is up again after a reset', async ({ wire, payer }) => {
    await payer.line({ up: false })
    await payer.reset()
    expect(await fared(wire.logIn)).toBe(200)
  })
})

test('after all tokens are expired early, only a login works', async ({ wire, payer }) => {
  const bearing = (token: string, method = 'GET', path = '/v2/invoice/none') =>
    wire.bare(method, path, undefined, { authorization: `Bearer ${token}` }).then(refusal)
  const { access_token, refresh_token } = (await wire.logIn()).body
  await payer.expireTokens({ refresh: true })
  expect(await bearing(access_token)).toEqual([401, 'AUTHENTICATION_FAILED'])
  expect(await bearing(refresh_token, 'POST', '/v2/auth/refresh')).toEqual([401, 'AUTHENTICATION_FAILED'])
  expect(await bearing((await wire.logIn()).body.access_token)).toEqual([404, 'INVOICE_NOTFOUND'])
})

test('the state shows how often each refund was requested and made, and which were made elsewhere', async ({
  wire,
  payer,
}) => {
  const card = async () => (await paidInvoice(wire, payer, simpleInvoice(wire), 'CARD')).payment_id
  const [twice, once, elsewhere, never] = [await card(), await card(), await card(), await card()]
  const transfer = await payer.pay({ invoice_id: await invoiced(wire, simpleInvoice(wire)) })
  const refund = (id: string) => wire.call('POST', `/v2/payment/refund/${id}`)
  await refund(twice)
  expect(refusal(await refund(twice))).toEqual([400, 'PAYMENT_ALREADY_CANCELED'])
  await wire.call('POST', `/v2/payment/cancel/${once}`)
  await payer.settle({ payment_id: elsewhere, status: 'REFUNDED' })
  await refund(transfer.payment_id)
  const { refunds } = await payer.state()
  const rows = Object.fromEntries(refunds.map(({ payment_id, ...row }) => [payment_id, row]))
  expect(rows).toEqual({
    [twice]: { status: 'REFUNDED', asked: 2, done: 1 },
    [once]: { status: 'CANCELLED', asked: 1, done: 1 },
    [elsewhere]: { status: 'REFUNDED', asked: 0, done: 0 },
    [transfer.payment_id]: { status: 'PAID', asked: 1, done: 0 },
  })
  expect(Object.keys(rows)).not.toContain(never)
  await payer.reset()
  expect((await payer.state()).refunds).toEqual([])
})
