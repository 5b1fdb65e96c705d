import { expect, test } from 'vitest'
import { machineClock, silentLog } from '../../main/environment.ts'
import type { StreamReader } from '../../main/projections/index.ts'
import type { RegisterChange } from '../../main/register/index.ts'
import { sessionVault } from '../../main/settings/index.ts'
import { type LinkTask, membershipStore, streamsTask } from '../../main/shop-link/index.ts'
import { inRegister } from '../support/register-in.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const HOUR = 3_600_000

const joined = {
  host: 'pg',
  port: 5432,
  database: 'shop',
  ca: 'PEM',
  user: 'till',
  code: 'K02',
  shop: 'Номин',
}
type Session = Parameters<LinkTask['begin']>[0]
const secrets = { password: 'secret', pepper: 'AAAA' }

test('each mode has a membership of its own, and leaving one keeps the other', async () => {
  const vault = sessionVault()
  await inRegister(temporaryFolder(), (register) => {
    const live = membershipStore(register, vault, 'merchant')
    const test = membershipStore(register, vault, 'practice')
    const store = (note: RegisterChange) => register.write('note', [note])
    live.keep(joined, secrets, store)
    expect(test.read()).toBeNull()
    test.keep({ ...joined, code: 'K09' }, secrets, store)
    live.forget()
    expect([live.read(), live.secrets()]).toEqual([null, null])
    expect([test.read()?.code, test.secrets()]).toEqual(['K09', secrets])
  })
})

test('records that the server refuses are known to wait, also after a clock that was ahead was corrected', async () => {
  let [now, monotonic, taken] = [5 * HOUR, 0, false]
  const record = { id: '1', subject: 'audit', at: now, body: '', hash: '' } as ReturnType<
    StreamReader['from']
  >[number]
  const task = streamsTask({
    streams: {
      chain: () => 'chain',
      last: () => 1,
      atOf: (_, first) => (first === 1 ? record.at : null),
      from: (_, first) => (first === 1 ? [record] : []),
      rowsOf: () => [],
    } as Partial<StreamReader> as StreamReader,
    rows: 1,
    onCommit: () => {},
    sent: { read: () => null, write: () => {}, remove: () => {} },
    clock: { ...machineClock, now: () => now, monotonic: () => monotonic },
    log: silentLog,
  })
  const push: Session['database']['push'] = async () => {
    if (!taken) throw new Error('the disk is full')
    return { gap: false, next: 2, taken: 1, apart: 0 }
  }
  const greeting: Partial<Session['greeting']> = { streams: [] }
  const run = task.begin({
    database: { push } as Partial<Session['database']> as Session['database'],
    greeting: greeting as Session['greeting'],
    renew: () => {},
    ended: new AbortController().signal,
  })
  await expect(run()).rejects.toThrow('the disk is full')
  now = 0
  monotonic = HOUR
  await expect(run()).rejects.toThrow('the disk is full')
  expect(task.unsent().waitsMs).toBe(HOUR)
  taken = true
  await run()
  expect(task.unsent()).toMatchObject({ count: 0, waitsMs: null })
})

test('the register has no password', async () => {
  await inRegister(temporaryFolder(), (register) => {
    membershipStore(register, sessionVault(), 'merchant').keep(joined, secrets, (note) =>
      register.write('note', [note]),
    )
    expect(JSON.stringify(register.rows('note'))).not.toContain(secrets.password)
  })
})
