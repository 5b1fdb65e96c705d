import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { CommandRefused } from '../../../../shared/failure.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import { eventually } from '../../../support/eventually.ts'
import type { Fault } from '../../../support/model-service.ts'
import { opened, requested, rung } from '../../../support/sample-sale.ts'
import { runnerUnderTest } from './runner-under-test.ts'

const HOUR = 3_600_000

/** A charged sale, and a service that the test can make fail. */
function chargedSale() {
  const under = runnerUnderTest(24 * HOUR)
  const { clock, service, client, store, runner, start, until } = under
  const sale = () => under.saleNamed('sale-1')
  const status = () => statusOf(sale()).name
  const charge = () => void store.append('sale-1', [opened, rung, requested])
  const shown = async () => {
    charge()
    await until(() => status() === 'awaiting-payment')
  }
  return {
    ...under,
    sale,
    status,
    charge,
    /** A sale that was paid by QR. */
    sold: async () => {
      await shown()
      service.pay(tugriks(2500))
      await until(() => sale().soldAt !== null)
    },
    /** A sale whose shown QR was cancelled. */
    cancelled: async () => {
      await shown()
      store.append('sale-1', [{ kind: 'cancel-requested', no: 1 }])
      await until(() => status() === 'cancelled')
    },
    /** Advances the clock step by step. Requests of a step are answered in that step. */
    passing: async (ms: number, atATurn: number) => {
      for (let passed = 0; passed < ms; passed += atATurn) {
        clock.advance(atATurn)
        for (let turn = 0; turn < 6; turn += 1) await setImmediate()
      }
    },
    /** Restarts the runner, as after a power cut. */
    restarted: async () => {
      await runner.stop()
      start().recover()
    },
    /** Lets every check fail from now on. Returns a function that counts the tries. */
    noCheck: (fault: Fault) => {
      const check = vi.fn<typeof client.checkPayment>((...asked) => {
        service.fail(fault)
        return service.client.checkPayment(...asked)
      })
      client.checkPayment = check
      return () => check.mock.calls.length
    },
  }
}

test('after an error of the program during a charge its outcome is unknown, and it is not sent again', async () => {
  const { service, client, charge, sale, status, until } = chargedSale()
  const create = client.createInvoice
  client.createInvoice = vi.fn(async (request) => {
    await create(request)
    throw new TypeError('a mistake of ours')
  })
  charge()
  await eventually(() => expect(sale().invoices).toMatchObject([{ step: { name: 'unknown' } }]))
  await until(() => status() === 'awaiting-payment', 60_000)
  expect(client.createInvoice).toHaveBeenCalledTimes(1)
  expect(service.invoices).toHaveLength(1)
})

test('when the answer cannot be recorded, the sale stops and is not charged again', async () => {
  const { clock, service, client, store, runner, charge, sale } = chargedSale()
  const create = client.createInvoice
  const append = vi.spyOn(store, 'append')
  client.createInvoice = vi.fn(async (request) => {
    const created = await create(request)
    append.mockImplementation(() => {
      throw new Error('disk full')
    })
    return created
  })
  charge()
  // The charge, and two tries to record its outcome.
  await eventually(() => expect(append.mock.calls.length).toBeGreaterThan(2))
  clock.advance(60_000)
  runner.saleChanged('sale-1', true)
  await runner.stop()
  expect(client.createInvoice).toHaveBeenCalledTimes(1)
  expect(service.invoices).toHaveLength(1)
  expect(sale().invoices).toMatchObject([{ step: { name: 'requested' } }])
})

test('on a full disk the outcome of a charge is recorded once there is room, and nothing is sent twice', async () => {
  const { service, client, store, charge, status, until } = chargedSale()
  const create = client.createInvoice
  const append = vi.spyOn(store, 'append')
  client.createInvoice = vi.fn(async (request) => {
    const created = await create(request)
    append.mockImplementation(() => {
      throw new CommandRefused('DISK_FULL')
    })
    return created
  })
  charge()
  await until(() => append.mock.calls.length > 4, 60_000)
  expect(status()).toBe('invoicing')
  append.mockRestore()
  await until(() => status() === 'awaiting-payment', 3_000)
  expect(client.createInvoice).toHaveBeenCalledTimes(1)
  expect(service.invoices).toHaveLength(1)
})

test('listeners are notified when the first check begins, and when each check ends', async () => {
  const { client, runner, charge, passing } = chargedSale()
  const check = vi.spyOn(client, 'checkPayment')
  const told: unknown[] = []
  runner.onChange(() => {
    const { checking, lastCheckedAt } = runner.monitoring('sale-1') ?? {}
    told.push(checking ? 'began' : lastCheckedAt)
  })
  charge()
  await passing(15_000, 100)
  expect(check.mock.calls.length).toBeGreaterThan(3)
  expect(told.filter((one) => one === 'began')).toHaveLength(1)
  expect(new Set(told.filter((one) => typeof one === 'number')).size).toBe(check.mock.calls.length)
})

test('the monitoring of a cancelled sale ends after its last check, and does not start again', async () => {
  const { journal, clock, service, client, runner, sale, until, cancelled } = chargedSale()
  await cancelled()
  client.checkPayment = vi.fn(service.client.checkPayment)
  await until(() => sale().monitoredUntil === null, HOUR)
  const looks = vi.mocked(client.checkPayment).mock.calls.length
  expect(looks).toBeGreaterThan(20)
  expect(looks).toBeLessThan(60)
  clock.advance(48 * HOUR)
  expect(runner.recover()).toEqual([])
  expect(journal.unfinished.due()).toEqual([])
  expect(vi.mocked(client.checkPayment).mock.calls.length).toBe(looks)
})

test('"check now" does not shorten the pause between two lookups of a lost request', async () => {
  const { service, client, runner, charge, sale, status, until } = chargedSale()
  service.fail('lost before')
  charge()
  await eventually(() => expect(sale().invoices).toMatchObject([{ step: { name: 'unknown' } }]))
  const list = vi.spyOn(client, 'listInvoices')
  const create = vi.spyOn(client, 'createInvoice')
  const asked = () => [list.mock.calls.length, create.mock.calls.length]
  for (const lookups of [0, 1, 2]) {
    await until(() => list.mock.calls.length === lookups, 500)
    for (let press = 0; press < 20; press += 1) {
      await runner.whenIdle('sale-1')
      runner.checkNow('sale-1')
    }
    expect(asked()).toEqual([lookups, 0])
  }
  await until(() => status() === 'awaiting-payment')
})

/** The first create request gets no answer and arrives that much later. */
function landsLate({ clock, service, client }: ReturnType<typeof chargedSale>, ms: number): void {
  const create = client.createInvoice
  client.createInvoice = vi.fn(create).mockImplementationOnce((request) => {
    clock.after(ms, () => void create(request))
    service.fail('lost before')
    return create(request)
  })
}

test('a charge that arrives late is found and not repeated, although the first lookup was incomplete', async () => {
  const shop = chargedSale()
  landsLate(shop, 5_000)
  const { client, service, charge, status, passing } = shop
  client.listInvoices = vi
    .fn(client.listInvoices)
    .mockResolvedValueOnce({ rows: [], complete: false, missing: true })
  charge()
  await passing(20_000, 100)
  expect(status()).toBe('awaiting-payment')
  expect(service.invoices).toHaveLength(1)
})

test.each([0, 1])(
  'a charge that arrives late is found and not repeated, although the till was restarted after %i lookups',
  async (absentTimes) => {
    const shop = chargedSale()
    landsLate(shop, 3_900)
    const { service, charge, sale, status, until, passing, restarted } = shop
    charge()
    await eventually(() => expect(sale().invoices).toMatchObject([{ step: { name: 'unknown' } }]))
    await until(() => JSON.stringify(sale().invoices).includes(`"absentTimes":${absentTimes}`), 100)
    await restarted()
    await passing(20_000, 100)
    expect(status()).toBe('awaiting-payment')
    expect(service.invoices).toHaveLength(1)
  },
)

test('checks that are refused do not use up the monitoring: late changes are found when checks work again', async () => {
  const { service, client, sale, passing, noCheck, sold } = chargedSale()
  await sold()
  const looks = noCheck('denied')
  await passing(50 * HOUR, 60_000)
  expect(looks()).toBeGreaterThan(5)
  expect(looks()).toBeLessThan(40)
  client.checkPayment = service.client.checkPayment
  service.heal()
  service.refundElsewhere()
  await passing(6 * HOUR, 60_000)
  expect(sale().payments).toMatchObject([{ status: 'REFUNDED' }])
})

test('checks that do not get through are repeated at growing pauses of at most four hours', async () => {
  const { service, client, sale, passing, noCheck, sold } = chargedSale()
  await sold()
  await passing(10 * 60_000, 1_000)
  const looks = noCheck('lost before')
  await passing(5 * HOUR, 1_000)
  expect(looks()).toBeGreaterThan(10)
  expect(looks()).toBeLessThan(30)
  client.checkPayment = service.client.checkPayment
  service.heal()
  service.refundElsewhere()
  await passing(6 * HOUR, 60_000)
  expect(sale().payments).toMatchObject([{ status: 'REFUNDED' }])
})

test.each(['checkNow', 'hint'] as const)(
  'after the monitoring has ended, "%s" makes one more check',
  async (look) => {
    const { service, client, runner, sale, status, until, passing, cancelled } = chargedSale()
    await cancelled()
    await until(() => sale().monitoredUntil === null, HOUR)
    service.pay(tugriks(2500))
    const check = vi.fn(client.checkPayment)
    client.checkPayment = check
    runner[look]('sale-1')
    await passing(48 * HOUR, HOUR)
    expect(status()).toBe('late-payment')
    expect(check).toHaveBeenCalledTimes(1)
  },
)
