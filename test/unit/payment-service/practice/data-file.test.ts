import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import {
  type PracticeAddress,
  parsePracticeAddress,
} from '../../../../main/payment-service/practice/index.ts'
import { practiceControl, startPracticeWithFaults } from '../../../../scripts/run/practice/index.ts'
import {
  test as base,
  check,
  ebarimtInvoice,
  invoiced,
  simpleInvoice,
  standingClock,
  wireTo,
} from './practice-under-test.ts'

type Started = { readonly child: ChildProcess; readonly address: PracticeAddress }
type Fixtures = { dataFile: string; startScript: () => Promise<Started> }

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
  dataFile: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tugrik-practice-'))
    await use(join(folder, 'deep', 'practice.jsonl'))
    rmSync(folder, { recursive: true })
  },
  startScript: async ({ dataFile }, use) => {
    const children: ChildProcess[] = []
    await use(async () => {
      const child = spawn(process.execPath, [script, '--json', '--data', dataFile], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      children.push(child)
      const [text] = await once(createInterface(child.stdout), 'line')
      const address = parsePracticeAddress(text)
      if (!address) throw new Error(`no address: ${text}`)
      return { child, address }
    })
    for (const child of children) child.kill('SIGKILL')
  },
})

const start = (dataFile: string) =>
  startPracticeWithFaults({ clock: standingClock, log: silentLog, dataFile })

const script = resolve(import.meta.dirname, '../../../../scripts/run/practice.ts')

test('after a kill, the practice service starts with everything that it had confirmed to clients', async ({
  startScript,
}) => {
  const first = await startScript()
  const wire = wireTo(first.address)
  const payer = practiceControl(first.address)
  const id = await invoiced(wire, ebarimtInvoice(wire))
  const { payment_id } = await payer.pay({ invoice_id: id })
  const receipt = await wire.call('POST', '/v2/ebarimt_v3/create', {
    payment_id,
    ebarimt_receiver_type: '83',
  })
  const cancelled = await invoiced(wire, simpleInvoice(wire))
  expect((await wire.call('DELETE', `/v2/invoice/${cancelled}`)).status).toBe(200)
  await payer.merchant({ active: false })
  const { invoices, payments, ereceipts, merchant } = await payer.state()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await startScript()
  expect({ ...second.address, url: '', control: '' }).toEqual({ ...first.address, url: '', control: '' })
  expect(await practiceControl(second.address).state()).toMatchObject({
    invoices,
    payments,
    ereceipts,
    merchant,
  })
  const again = wireTo(second.address)
  expect((await check(again, id)).body).toMatchObject({ count: 1, paid_amount: 3000 })
  const repeated = await again.call('POST', '/v2/ebarimt_v3/create', {
    payment_id,
    ebarimt_receiver_type: '83',
  })
  expect(repeated.body).toEqual(receipt.body)
  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
})

test('a line that was torn by a kill is ignored at the next start', async ({ dataFile }) => {
  const first = await start(dataFile)
  const wire = wireTo(first.address)
  await invoiced(wire, simpleInvoice(wire))
  await first.stop()
  appendFileSync(dataFile, '{"kind":"invoice","invoice_id":"to')
  for (const _ of [1, 2]) {
    const practice = await start(dataFile)
    expect((await practiceControl(practice.address).state()).invoices).toHaveLength(1)
    await practice.stop()
  }
})

test('a foreign data file is refused with its line number and not changed', async ({ dataFile }) => {
  await (await start(dataFile)).stop()
  const kept = `${readFileSync(dataFile, 'utf8')}something else\n`
  writeFileSync(dataFile, kept)
  await expect(start(dataFile)).rejects.toThrow(/line 4: not a record/)
  expect(readFileSync(dataFile, 'utf8')).toBe(kept)
})

test('only the owner can read the file, because it has the password', async ({ dataFile }) => {
  const practice = await start(dataFile)
  expect(statSync(dataFile).mode & 0o077).toBe(0)
  await practice.stop()
})

test('repeated changes of one record are one line after the next start', async ({ dataFile }) => {
  const first = await start(dataFile)
  const payer = practiceControl(first.address)
  for (let second = 0; second < 20; second++) await payer.advanceClock(1)
  await first.stop()
  await (await start(dataFile)).stop()
  expect(readFileSync(dataFile, 'utf8').trim().split('\n')).toHaveLength(3)
})
