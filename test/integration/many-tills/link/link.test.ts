/** A till's link to its shop database: it reconnects by itself, and shows why it is disconnected. */
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { createSignal } from '../../../../main/base/signal.ts'
import { createShopLink, heartbeatTask, type LinkTask } from '../../../../main/many-tills/link/index.ts'
import {
  fetchAuthority,
  fingerprintOf,
  type Membership,
  newEpoch,
} from '../../../../main/many-tills/server/index.ts'
import { makeCertificates } from '../../../../scripts/shop-database/certificates.ts'
import type { ShopLinkState } from '../../../../shared/page/shop-link.ts'
import { eventually } from '../../../support/eventually.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { lineTo } from '../../../support/line.ts'
import { needs, programsMissing } from '../../../support/needs.ts'
import { openTill, shopServerForFile } from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const { server, shopDatabase } = shopServerForFile()

const NO_STATUS = {
  version: null,
  unsent: 0,
  oldestUnsentMs: null,
  printer: null,
  shiftOpenedAt: null,
  attention: 0,
  missing: 0,
}

/** The link of a process of this till. */
function linkOf(
  membership: Membership | (() => Membership),
  tasks: readonly LinkTask[] = [],
  mode: 'live' | 'test' = 'live',
) {
  const now = () => {
    const { password, ...member } = typeof membership === 'function' ? membership() : membership
    return { password, member }
  }
  const clock = fastClock(10)
  const link = createShopLink({
    mode,
    membership: {
      read: () => ({ ...now().member, code: 'K01', shop: 'Номин' }),
      secrets: () => ({ password: now().password, pepper: '' }),
    },
    clock,
    log: silentLog,
    random: Math.random,
  })
  link.addTasks([
    heartbeatTask({
      ...{ status: () => NO_STATUS, wholeAt: () => null, onWork: () => {} },
      ...{ callbackReceived: () => {}, share: () => {}, clock },
    }),
    ...tasks,
  ])
  onTestFinished(link.stop)
  link.start()
  const until = (wanted: Partial<ShopLinkState> | object) =>
    eventually(() => expect(link.state()).toMatchObject(wanted))
  return { ...link, until }
}

/** The membership of a new till, which no process speaks for yet. */
async function newTill() {
  const shop = await shopDatabase()
  const { membership, close } = await shop.till()
  await close()
  return { shop, membership }
}

test('a till connects by itself, and its tasks run when there is work', async () => {
  const { membership } = await newTill()
  const work = createSignal()
  let runs = 0
  const link = linkOf(membership, [
    {
      name: 'count',
      everyMs: 3_600_000,
      onWork: work.listen,
      begin: () => async () => {
        runs += 1
      },
    },
  ])
  await link.until({ state: 'connected' })
  await eventually(() => expect(runs).toBe(1))
  work.emit()
  await eventually(() => expect(runs).toBe(2))
})

test('a person’s request waits while one session follows another', async () => {
  const { membership } = await newTill()
  let renew = () => {}
  const link = linkOf(membership, [
    {
      name: 'renew',
      everyMs: 3_600_000,
      begin: (session) => {
        renew = session.renew
        return async () => {}
      },
    },
  ])
  await link.until({ state: 'connected' })
  for (let time = 0; time < 5; time += 1) {
    renew()
    await nextTurn()
    expect(await link.ask((database) => database.claims('cart'))).toEqual([])
  }
})

test('the till shows since when the server is unreachable, and reconnects by itself', async () => {
  const { membership } = await newTill()
  const link = linkOf(membership)
  await link.until({ state: 'connected' })
  await server().kill()
  await link.until({ state: 'disconnected', failure: { name: 'SHOP_DATABASE_UNREACHABLE' } })
  await server().start()
  await link.until({ state: 'connected' })
})

test('a read-only server is shown as read-only, and the till reconnects when the server accepts writes again', async () => {
  const { shop, membership } = await newTill()
  const onlyReads = (onOff: 'on' | 'off') =>
    shop.admin.query(`ALTER DATABASE ${shop.name} SET default_transaction_read_only = ${onOff}`)
  await onlyReads('on')
  const link = linkOf(membership)
  await link.until({ state: 'disconnected', failure: { name: 'SHOP_DATABASE_READ_ONLY' } })
  await shop.admin.query('SET default_transaction_read_only = off')
  await onlyReads('off')
  await shop.admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await link.until({ state: 'connected' })
})

test('a cut line and a hanging line end the session, and the till reconnects when the line works again', async () => {
  const { membership } = await newTill()
  const line = await lineTo(server().port)
  const link = linkOf({ ...membership, port: line.port })
  await link.until({ state: 'connected' })
  line.cut()
  await link.until({ state: 'disconnected' })
  line.restore()
  await link.until({ state: 'connected' })
  line.hold()
  await link.until({ state: 'disconnected' })
  line.restore()
  await link.until({ state: 'connected' })
})

test('a link stops soon although the server hangs', async () => {
  const { membership } = await newTill()
  const line = await lineTo(server().port)
  line.hold()
  const link = linkOf({ ...membership, port: line.port })
  await eventually(() => expect(line.open()).toBeGreaterThan(0))
  await link.stop()
  expect(link.state()).toEqual({ state: 'off' })
})

test('when two processes use one till’s login, a person decides which one continues', async () => {
  const { membership } = await newTill()
  const first = linkOf(membership)
  await first.until({ state: 'connected' })
  const second = linkOf(membership)
  await second.until({ state: 'twice' })
  expect(first.state()).toMatchObject({ state: 'connected' })
  second.takeOver()
  await second.until({ state: 'connected' })
  await first.until({ state: 'twice' })
})

test('a till whose login is used by another process connects by itself when that process is gone', async () => {
  const shop = await shopDatabase()
  const { membership } = await shop.till() // connected, and gone without a goodbye
  const link = linkOf(membership)
  await link.until({ state: 'twice' })
  await shop.admin.query(`UPDATE shop.till SET heard_at = now() - interval '1 minute'`)
  await link.until({ state: 'connected' })
})

test('a decision about two processes ends when the till connects without it', async () => {
  const shop = await shopDatabase()
  const other = await shop.till()
  const link = linkOf(other.membership)
  await link.until({ state: 'twice' })
  // The till's next question waits for this transaction, and the person decides meanwhile.
  await shop.admin.query('BEGIN')
  await shop.admin.query(`UPDATE shop.till SET heard_at = now() - interval '1 minute'`)
  await eventually(async () => {
    const { rowCount } = await shop.admin.query('SELECT FROM pg_locks WHERE NOT granted')
    expect(rowCount).toBeGreaterThan(0)
  })
  link.takeOver()
  await shop.admin.query('COMMIT')
  await link.until({ state: 'connected' })
  await other.hello({ takeOver: true })
  await link.until({ state: 'twice' })
})

test('after an orderly end of a process the next one connects at once', async () => {
  const { membership } = await newTill()
  const first = linkOf(membership)
  await first.until({ state: 'connected' })
  await first.stop()
  const states: string[] = []
  const second = linkOf(membership)
  second.onChange(() => states.push(second.state().state))
  await second.until({ state: 'connected' })
  expect(states).not.toContain('twice')
})

test('a server that was restored under open connections begins a new session', async () => {
  const { shop, membership } = await newTill()
  const epochs: string[] = []
  const link = linkOf(membership, [
    {
      name: 'epochs',
      everyMs: 3_600_000,
      begin: ({ greeting }) => {
        epochs.push(greeting.epoch)
        return async () => {}
      },
    },
  ])
  await eventually(() => expect(epochs).toHaveLength(1))
  await newEpoch(shop.admin)
  await eventually(() => expect(epochs).toHaveLength(2))
  expect(epochs[1]).not.toBe(epochs[0])
  await link.until({ state: 'connected' })
})

test('a task that follows the shop runs soon after another till changed something, also after its hints were cut off', async () => {
  const { shop, membership } = await newTill()
  let [sessions, runs] = [0, 0]
  const link = linkOf(membership, [
    {
      name: 'follows',
      everyMs: 3_600_000_000,
      followsShop: true,
      begin: () => {
        sessions += 1
        return async () => {
          runs += 1
        }
      },
    },
  ])
  const other = await shop.till('T2')
  const listening = () =>
    shop.admin.query(
      `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    )
  const hinted = async () => {
    await eventually(async () => expect((await listening()).rows).toHaveLength(1))
    const before = runs
    await other.offer(`cart-${before}`, {})
    await eventually(() => expect(runs).toBeGreaterThan(before))
  }
  await link.until({ state: 'connected' })
  await hinted()
  await shop.admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
  )
  await eventually(() => expect(sessions).toBe(2))
  await hinted()
})

test('a task that fails is repeated, and the others go on', async () => {
  const { membership } = await newTill()
  let tries = 0
  const link = linkOf(membership, [
    {
      name: 'fails',
      everyMs: 3_600_000,
      begin: () => async () => {
        tries += 1
        if (tries < 3) throw new Error('a fault')
      },
    },
  ])
  await eventually(() => expect(link.trouble()).toMatchObject({ name: 'UNEXPECTED' }))
  await eventually(() => expect(tries).toBe(3))
  await eventually(() => expect(link.trouble()).toBeNull())
  expect(link.state()).toMatchObject({ state: 'connected' })
})

test('a retired till is told so', async () => {
  const { shop, membership } = await newTill()
  const link = linkOf(membership)
  await link.until({ state: 'connected' })
  const other = await shop.till('T2')
  expect(await other.retire(String((await other.fleet()).find(({ isMe }) => !isMe)?.code))).toBe(true)
  await link.until({ state: 'disconnected', failure: { name: 'SHOP_DATABASE_RETIRED' } })
})

test('a till refuses a server with another certificate authority, and a shop of the other mode', async () => {
  const { membership } = await newTill()
  const { ca } = makeCertificates(temporaryFolder(), ['localhost'])
  const link = linkOf({ ...membership, ca })
  await link.until({ state: 'disconnected', failure: { name: 'SHOP_DATABASE_WRONG_SERVER' } })
  const inTestMode = linkOf(membership, [], 'test')
  await inTestMode.until({ state: 'disconnected', failure: { name: 'OTHER_MODE' } })
})

test('a till does not use a shop database that another build of the program made, and shows why', async () => {
  const { shop, membership } = await newTill()
  await shop.admin.query(`UPDATE shop.migration SET fingerprint = 'another'`)
  const link = linkOf(membership)
  await link.until({ state: 'disconnected', failure: { name: 'SHOP_DATABASE_OTHER_VERSION' } })
})

test('a link that was stopped while the server hung does not close the connection of its successor', async () => {
  let place = (await newTill()).membership
  let endRun = () => {}
  const runEnds = new Promise<void>((resolve) => {
    endRun = resolve
  })
  let isHeld = false
  let sessions = 0
  const link = linkOf(
    () => place,
    [
      {
        name: 'waits',
        everyMs: 3_600_000,
        begin: () => {
          sessions += 1
          const isFirst = sessions === 1
          return async () => {
            if (!isFirst) return
            isHeld = true
            await runEnds
          }
        },
      },
    ],
  )
  await eventually(() => expect(isHeld).toBe(true))
  await link.stop()
  place = (await newTill()).membership
  link.start()
  await eventually(() => expect(sessions).toBe(2))
  endRun()
  // Some turns, in which the stopped link ends.
  for (let turn = 0; turn < 5; turn += 1) await link.ask((database) => database.fleet())
  expect(await link.ask((database) => database.fleet())).toHaveLength(1)
})

test('a decision about two processes does not count for a process that starts later', async () => {
  const { membership } = await newTill()
  const first = linkOf(membership)
  await first.until({ state: 'connected' })
  first.takeOver()
  const second = linkOf(membership)
  await second.until({ state: 'twice' })
  second.takeOver()
  await first.until({ state: 'twice' })
  // Many turns, in which the first one would come back.
  for (let turn = 0; turn < 20; turn += 1) await second.ask((database) => database.fleet())
  expect(first.state()).toEqual({ state: 'twice' })
})

/** A new till of a server whose certificate ends in 20 days. `renew` gives it another one. */
async function tillOfOldCertificate() {
  const { shop, membership } = await newTill()
  const { rows } = await shop.admin.query('SHOW data_directory')
  const renew = async (days?: number): Promise<void> => {
    makeCertificates(rows[0]?.data_directory, ['localhost', '127.0.0.1', '::1'], days)
    await shop.admin.query('SELECT pg_reload_conf()')
  }
  await renew(20)
  onTestFinished(() => renew())
  const till = openTill(membership)
  const shown = async () => Math.round(((await till.certificateEnd()) - Date.now()) / 86_400_000)
  await eventually(async () => expect(await shown()).toBe(20))
  return { shop, membership, renew, shown }
}

test('the end of the server’s certificate is told three weeks before, until the server has another one', async ({
  skip,
}) => {
  needs(skip, programsMissing('openssl'))
  const { membership, renew, shown } = await tillOfOldCertificate()
  await linkOf(membership).until({ state: 'connected', certificateEnd: expect.any(Number) })
  await renew(22)
  await eventually(async () => expect(await shown()).toBe(22))
})

test('the look at the server’s certificate ends although the server never answers the end of its connection', async () => {
  const { membership } = await newTill()
  const line = await lineTo(server().port)
  line.slow(100)
  line.loseEnds()
  expect(await openTill({ ...membership, port: line.port }).certificateEnd()).toBeGreaterThan(Date.now())
})

test('the end of a certificate is not told of another server, whose certificate could not be looked at', async ({
  skip,
}) => {
  needs(skip, programsMissing('openssl'))
  const { shop, membership, renew } = await tillOfOldCertificate()
  const link = linkOf(membership)
  await link.until({ state: 'connected', certificateEnd: expect.any(Number) })
  await link.stop()
  await renew()
  await shop.admin.query(`ALTER ROLE ${membership.user} CONNECTION LIMIT 1`)
  link.start()
  await link.until({ state: 'connected' })
  expect(link.state()).not.toHaveProperty('certificateEnd')
})

test('the end of an authority counts if the till trusts that certificate of it, and not if the server only shows it', async ({
  skip,
}) => {
  needs(skip, programsMissing('openssl'))
  const { shop, membership } = await newTill()
  const { rows } = await shop.admin.query('SHOW data_directory')
  const of = (name: string): string => join(String(rows[0]?.data_directory), name)
  const file = join(temporaryFolder(), 'short.crt')
  const name = ['-subj', '/CN=Tugrik POS shop database', '-addext', 'basicConstraints=critical,CA:TRUE']
  execFileSync('openssl', ['req', '-x509', '-key', of('ca.key'), ...name, '-days', '10', '-out', file])
  const short = readFileSync(file, 'utf8')
  const shown = async (ca: string) =>
    Math.round(((await openTill({ ...membership, ca }).certificateEnd()) - Date.now()) / 86_400_000)
  expect(await shown(short)).toBe(10)
  const was = readFileSync(of('server.crt'), 'utf8')
  const show = async (certificates: string): Promise<void> => {
    writeFileSync(of('server.crt'), certificates)
    await shop.admin.query('SELECT pg_reload_conf()')
  }
  onTestFinished(() => show(was))
  await show(was + short)
  const print = fingerprintOf(new X509Certificate(short).raw)
  await eventually(() => fetchAuthority(membership, print))
  expect(await shown(membership.ca)).toBeGreaterThan(7000)
})
