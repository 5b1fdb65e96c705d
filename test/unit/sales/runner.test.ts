import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../main/environment.ts'
import { openJournal } from '../../../main/journal/index.ts'
import { createLedger, createRunner } from '../../../main/sales/index.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { handClock } from '../../support/hand-clock.ts'
import { modelService } from '../../support/model-service.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A runner on a real journal, with one sale charged and a service that the test may break. */
function chargedSale() {
  const journal = openJournal(join(temporaryFolder(), 'journal.sqlite'))
  onTestFinished(() => journal.close())
  const clock = handClock()
  const service = modelService()
  const client = { ...service.client }
  const ledger = createLedger({ journal, clock, committed: () => {}, stored: () => {} })
  const runner = createRunner({
    journal,
    ledger,
    service: client,
    settings: () => FIRST_SETTINGS,
    invoiceCode: 'CODE',
    sealReceipt: () => new Uint8Array(1),
    watchOnMs: () => 1000,
    clock,
    log: silentLog,
    random: () => 0.5,
    changed: () => {},
    jobQueued: () => {},
  })
  onTestFinished(() => runner.stop())
  ledger.record('sale-1', [
    opened,
    { kind: 'line-added', line: lineOf(bread) },
    { kind: 'invoice-requested', total: tugriks(2500), shape: 'ebarimt', attempt: 1 },
  ])
  return { journal, clock, service, client, ledger, runner }
}

test('a mistake of ours in the middle of a charge never sends it again blindly', async () => {
  const { journal, clock, service, client, runner } = chargedSale()
  const create = client.createInvoice
  client.createInvoice = vi.fn(async (request) => {
    await create(request)
    throw new TypeError('a mistake of ours')
  })
  runner.nudge('sale-1')
  await vi.waitFor(() => expect(journal.sale('sale-1')?.state).toMatchObject({ step: { name: 'unknown' } }))
  await vi.waitFor(() => {
    clock.advance(60_000)
    expect(journal.sale('sale-1')?.state.name).toBe('awaiting-payment')
  })
  expect(client.createInvoice).toHaveBeenCalledTimes(1)
  expect(service.invoices).toHaveLength(1)
})

test('when the answer cannot be written down, the sale stands still instead of being charged again', async () => {
  const { journal, clock, service, ledger, client, runner } = chargedSale()
  const create = client.createInvoice
  const record = vi.spyOn(ledger, 'record')
  client.createInvoice = vi.fn(async (request) => {
    const created = await create(request)
    record.mockImplementation(() => {
      throw new Error('disk full')
    })
    return created
  })
  runner.nudge('sale-1')
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(2))
  clock.advance(60_000)
  runner.nudge('sale-1')
  await runner.stop()
  expect(client.createInvoice).toHaveBeenCalledTimes(1)
  expect(service.invoices).toHaveLength(1)
  expect(journal.sale('sale-1')?.state).toMatchObject({ step: { name: 'requested' } })
})

test('on a full disk what came of a charge is written down once there is room, and nothing is sent twice', async () => {
  const { journal, clock, service, ledger, client, runner } = chargedSale()
  const create = client.createInvoice
  const record = vi.spyOn(ledger, 'record')
  client.createInvoice = vi.fn(async (request) => {
    const created = await create(request)
    record.mockImplementation(() => {
      throw new CommandRefused('DISK_FULL')
    })
    return created
  })
  runner.nudge('sale-1')
  await vi.waitFor(() => expect(record).toHaveBeenCalled())
  await vi.waitFor(() => {
    clock.advance(60_000)
    expect(record.mock.calls.length).toBeGreaterThan(3)
  })
  expect(journal.sale('sale-1')?.state.name).toBe('invoicing')
  record.mockRestore()
  await vi.waitFor(() => {
    clock.advance(3_000)
    expect(journal.sale('sale-1')?.state.name).toBe('awaiting-payment')
  })
  expect(client.createInvoice).toHaveBeenCalledTimes(1)
  expect(service.invoices).toHaveLength(1)
})

test('the watch of a cancelled sale ends with a last look after its time, and is not begun again', async () => {
  const { journal, clock, service, ledger, client, runner } = chargedSale()
  runner.nudge('sale-1')
  await vi.waitFor(() => expect(journal.sale('sale-1')?.state.name).toBe('awaiting-payment'))
  ledger.record('sale-1', [{ kind: 'cancel-requested' }])
  runner.nudge('sale-1')
  await vi.waitFor(() => {
    clock.advance(1_000)
    expect(journal.sale('sale-1')?.state.name).toBe('cancelled')
  })
  client.checkPayment = vi.fn(service.client.checkPayment)
  await vi.waitFor(() => {
    clock.advance(60_000)
    expect(journal.sale('sale-1')?.state).toMatchObject({ name: 'cancelled', watchUntil: 0 })
  })
  const looks = vi.mocked(client.checkPayment).mock.calls.length
  expect(looks).toBeGreaterThan(0)
  clock.advance(24 * 3_600_000)
  expect(runner.recover()).toEqual([])
  expect(vi.mocked(client.checkPayment).mock.calls.length).toBe(looks)
})
