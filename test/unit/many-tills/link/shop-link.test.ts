import { expect, test } from 'vitest'
import { machineClock, silentLog } from '../../../../main/base/clock-and-log.ts'
import {
  type LinkTask,
  membershipStore,
  ownEventsTask,
  streamsTask,
} from '../../../../main/many-tills/link/index.ts'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import type { KeyValueTable } from '../../../../main/storage/journal/index.ts'
import type { StreamReader } from '../../../../main/storage/projections/index.ts'
import type { RegisterChange } from '../../../../main/storage/register/index.ts'
import { inRegister } from '../../../support/register-in.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

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
    const live = membershipStore(register, vault, 'live')
    const test = membershipStore(register, vault, 'test')
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
    membershipStore(register, sessionVault(), 'live').keep(joined, secrets, (note) =>
      register.write('note', [note]),
    )
    expect(JSON.stringify(register.rows('note'))).not.toContain(secrets.password)
  })
})

const HASHES = ['', 'h1', 'h2', 'h3']
/** A journal of three events. */
const journalOfThree = {
  chain: () => 'ours',
  last: () => 3,
  hashOf: (_stream: string, position: number) => HASHES[position] ?? '',
  has: () => true,
} as unknown as StreamReader

/** The chains of which the till reads events, if the server has these. */
async function readOf(
  known: readonly { readonly chain: string; readonly next: number; readonly hash: string | null }[],
) {
  const read: string[] = []
  const database = {
    ownEvents: async (_kind: string, chain: string) => {
      read.push(chain)
      return []
    },
  }
  const greeting = { streams: known.map((one) => ({ kind: 'event', ...one })) }
  const notes: KeyValueTable = { read: () => null, write: (_name, value) => value }
  const run = ownEventsTask({ streams: journalOfThree, notes, log: silentLog }).begin({
    database,
    greeting,
  } as unknown as Session)
  await run()
  return read
}

test('a till reads nothing of a stream whose last event is in its journal: the hash of an event covers those before it', async () => {
  const ours = { chain: 'ours', next: 4, hash: 'h3' }
  expect(await readOf([ours, { chain: 'T1 ours', next: 3, hash: 'h2' }])).toEqual([])
})

test('a till reads a stream that ends with another event, or whose last event the server could not read', async () => {
  const others = [
    { chain: 'T1 ours', next: 3, hash: 'other' },
    { chain: 'T2 longer', next: 9, hash: 'h9' },
    { chain: 'T3 unread', next: 3, hash: null },
  ]
  expect(await readOf(others)).toEqual(others.map(({ chain }) => chain))
})
