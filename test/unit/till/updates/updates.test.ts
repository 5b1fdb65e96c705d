/**
 * A till beside a real web server. What must never happen: a broken or foreign file is installed, or any file during a
 * sale.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { shareOf } from '../../../../main/till/updates/choose.ts'
import { createCallGate, createUpdates, httpsFolder } from '../../../../main/till/updates/index.ts'
import { signFeed } from '../../../../scripts/run/sign-feed.ts'
import { CommandRefused, type Failure, failure } from '../../../../shared/failure.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { heldFile } from '../../../support/held-file.ts'
import { proxyTo } from '../../../support/proxy.ts'
import { fill, smallDisk } from '../../../support/small-disk.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import {
  cutAfter,
  dripping,
  FEED,
  feedOf,
  MEBIBYTE,
  maker,
  packageName,
  somePackage,
  updateServer,
} from '../../../support/update-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** 05:00 in the shop. */
const FIVE = Date.UTC(2026, 10, 20, 21, 0, 0)

const byMaker = maker()

type Server = Awaited<ReturnType<typeof updateServer>>
type Till = {
  readonly version?: string
  readonly folder?: string
  readonly clock?: ReturnType<typeof handClock>
  readonly settings?: { address?: string; when?: 'at-hour' | 'by-hand'; hour?: number }
  readonly command?: (file: string) => string
  readonly free?: () => Promise<number>
  readonly journalBytes?: number
  readonly install?: (file: string) => void
  readonly backUp?: () => Promise<void>
}

const withoutRights = (): never => {
  throw new CommandRefused('UPDATE_NO_RIGHTS', '/opt')
}

/** A till of version 0.1.0 that records what it would install. */
function tillAt(server: Server, options: Till = {}) {
  const { folder = temporaryFolder(), clock = handClock(FIVE) } = options
  const settings = { address: server.address, when: 'at-hour' as const, hour: 7, ...options.settings }
  const installed: Buffer[] = []
  const done: string[] = []
  const gate = createCallGate(clock)
  let hindrance = (): Failure | null => null
  const updates = createUpdates({
    version: options.version ?? '0.1.0',
    program: {
      keys: [byMaker.key],
      feed: FEED,
      ending: '.AppImage',
      ...(options.command
        ? { command: options.command }
        : {
            command: null,
            install: async (file: string, mayRun: (path: string) => Promise<boolean>) => {
              options.install?.(file)
              if (!(await mayRun(file))) throw new CommandRefused('UPDATE_TAMPERED', file)
              done.push('installed')
              installed.push(readFileSync(file))
            },
          }),
    },
    folder,
    own: folder,
    settings: () => settings,
    gate,
    hindrance: () => hindrance(),
    backUp: async () => {
      await options.backUp?.()
      done.push('backed up')
    },
    updated: ({ from, to }) => done.push(`${from} to ${to}`),
    server: server.open,
    free: options.free ?? (async () => 10e9),
    journalBytes: () => options.journalBytes ?? 0,
    clock,
    log: silentLog,
  })
  updates.start()
  let over = false
  /** Waits until the installation has ended, whatever came of it. */
  const settled = async (): Promise<void> => {
    while (!over) {
      await new Promise(setImmediate)
      if (installed.length > 0 || updates.status().stage.name !== 'installing') return
    }
  }
  onTestFinished(async () => {
    over = true
    await updates.stop()
  })
  return {
    updates,
    installed,
    done,
    gate,
    folder,
    clock,
    settings,
    hinder: (why: Failure | null) => {
      hindrance = () => why
    },
    breakHindrance: () => {
      hindrance = () => {
        throw new Error('the journal cannot be read')
      }
    },
    stage: () => updates.status().stage,
    /** What a check is refused with; null where it succeeds. */
    check: () =>
      updates.check().then(
        () => null,
        (error: unknown) => (error instanceof CommandRefused ? error.failure.name : 'called off'),
      ),
    settled,
    /** Installs as the owner does, and waits. */
    install: () => {
      updates.install()
      return settled()
    },
    files: () => (existsSync(join(folder, 'updates')) ? readdirSync(join(folder, 'updates')) : []),
  }
}

/** A server with version 0.2.0, and a till beside it. */
async function withUpdate(context: TestContext, options: Till = {}) {
  const server = await updateServer(context)
  const content = somePackage()
  server.publish(byMaker, content, { version: '0.2.0' })
  return { server, content, till: tillAt(server, options) }
}

/** The same, with the update downloaded. */
async function withDownload(context: TestContext, options: Till = {}) {
  const opened = await withUpdate(context, options)
  await opened.till.check()
  return opened
}

test('a signed update is downloaded and, when the owner says so, installed after a backup', async (context) => {
  const { content, till } = await withUpdate(context)
  expect(await till.check()).toBeNull()
  expect(till.stage()).toEqual({ name: 'ready', version: '0.2.0', command: null })
  expect(till.installed).toEqual([])
  await till.install()
  expect(till.done).toEqual(['backed up', 'installed'])
  expect(till.installed[0]?.equals(content)).toBe(true)
})

test('the till looks by itself two minutes after a start, and every four hours', async (context) => {
  const { server, till } = await withUpdate(context, { settings: { when: 'by-hand' } })
  const looks = () => server.asked.filter((name) => name === FEED).length
  till.clock.advance(MINUTE)
  expect(till.updates.status().checking).toBe(false)
  till.clock.advance(MINUTE)
  await till.updates.check()
  expect(looks()).toBe(1)
  till.clock.advance(3 * HOUR)
  expect(till.updates.status().checking).toBe(false)
  till.clock.advance(HOUR)
  await till.updates.check()
  expect(looks()).toBe(2)
})

test('a feed that another maker signed, that was changed, or that is not signed is refused', async (context) => {
  const { server, content, till } = await withUpdate(context)
  const refused = async (feed: string) => {
    server.put(FEED, feed)
    expect(await till.check()).toBe('UPDATE_REFUSED')
    expect(till.updates.status().failed?.failure.detail).toMatch(/^(not signed|too large): /)
    expect(till.stage()).toEqual({ name: 'newest' })
    expect(till.files()).toEqual([])
  }
  const other = await updateServer(context)
  other.publish(maker(), content, { version: '0.2.0' })
  const foreign = await other.open(other.address).small(FEED, 100_000, AbortSignal.timeout(10_000))
  await refused(foreign.toString())
  server.publish(byMaker, content, { version: '0.2.0' })
  const genuine = (
    await server.open(server.address).small(FEED, 100_000, AbortSignal.timeout(10_000))
  ).toString()
  await refused(genuine.replace('0.2.0', '0.3.0'))
  await refused(JSON.stringify(feedOf(content, { version: '0.2.0' })))
  await refused('')
  await refused('x'.repeat(200_000))
})

test('the signed feed of another architecture is refused', async (context) => {
  const { server, content } = await withUpdate(context)
  server.put(FEED, signFeed('update-linux-arm64.json', feedOf(content, { version: '0.2.0' }), byMaker.pem))
  const till = tillAt(server)
  expect(await till.check()).toBe('UPDATE_REFUSED')
  expect(till.updates.status().failed?.failure.detail).toMatch(/^not signed: /)
})

test('a tampered package is deleted and never installed', async (context) => {
  const { server, content, till } = await withUpdate(context)
  const tampered = Buffer.from(content)
  tampered[MEBIBYTE / 2] = (tampered[MEBIBYTE / 2] ?? 0) ^ 1
  server.put(packageName('0.2.0'), tampered)
  expect(await till.check()).toBe('UPDATE_TAMPERED')
  expect(till.files()).toEqual([])
  expect(() => till.updates.install()).toThrow('NOT_NOW')
  expect(till.updates.notice()?.name).toBe('UPDATE_TAMPERED')
  server.put(packageName('0.2.0'), content)
  expect(await till.check()).toBeNull()
  expect(till.updates.notice()).toBeNull()
})

test.for([
  ['shorter', (content: Buffer) => content.subarray(0, -1)],
  ['longer', (content: Buffer) => Buffer.concat([content, Buffer.from('x')])],
] as const)(
  'a %s package than the signed one is refused, also where the server does not tell its size',
  async ([_how, change], context) => {
    const { server, content, till } = await withUpdate(context)
    server.put(packageName('0.2.0'), change(content))
    expect(await till.check()).toBe('UPDATE_TAMPERED')
    server.fail((response, changed) => void response.writeHead(200).end(changed))
    expect(await till.check()).toBe('UPDATE_TAMPERED')
    expect(till.files()).toEqual([])
  },
)

test('a server that sends without an end does not fill the disk', async (context) => {
  const { server, till } = await withUpdate(context)
  let sent = 0
  server.fail((response) => {
    const more = (): void => {
      if (response.destroyed || sent > 64 * MEBIBYTE) return void response.end()
      sent += MEBIBYTE
      response.write(Buffer.alloc(MEBIBYTE), more)
    }
    more()
  })
  expect(await till.check()).toBe('UPDATE_TAMPERED')
  expect(sent).toBeLessThan(32 * MEBIBYTE)
  expect(till.files()).toEqual([])
})

test('a package that was changed on the disk after its download is not installed', async (context) => {
  const { till } = await withDownload(context)
  writeFileSync(join(till.folder, 'updates', packageName('0.2.0')), somePackage())
  await till.install()
  expect(till.installed).toEqual([])
  expect(till.updates.status().failed?.failure.name).toBe('UPDATE_TAMPERED')
  expect(till.files()).toEqual([])
  expect(till.gate.isClosed()).toBe(false)
})

test('a download that was cut goes on where it ended', async (context) => {
  const { server, till } = await withUpdate(context)
  server.fail(cutAfter(600_000))
  expect(await till.check()).toBe('UPDATE_AWAY')
  expect(till.updates.status()).toMatchObject({ checking: false, stage: { name: 'newest' } })
  const { size } = statSync(join(till.folder, 'updates', `${packageName('0.2.0')}.part`))
  expect(size).toBeGreaterThan(0)
  server.fail(null)
  till.clock.advance(15 * MINUTE)
  expect(await till.check()).toBeNull()
  const from = Number(/ from (\d+)$/.exec(server.asked.at(-1) ?? '')?.[1])
  // What was on its way to the disk when the line was cut may still have come.
  expect(from).toBeGreaterThanOrEqual(size)
  expect(till.stage().name).toBe('ready')
})

test('a till that was switched off during a download goes on with it, and one with the whole file downloads nothing', async (context) => {
  const { server } = await withUpdate(context)
  const first = tillAt(server)
  server.fail(cutAfter(600_000))
  await first.check()
  await first.updates.stop()
  server.fail(null)
  const second = tillAt(server, { folder: first.folder })
  await second.check()
  expect(server.asked.at(-1)).toMatch(/from \d+$/)
  await second.updates.stop()
  const third = tillAt(server, { folder: first.folder })
  await third.check()
  expect(server.asked.at(-1)).toBe(FEED)
  expect(third.stage().name).toBe('ready')
})

test('a server that does not continue files sends the whole one', async (context) => {
  const { server, content, till } = await withUpdate(context)
  server.fail(cutAfter(600_000))
  await till.check()
  server.fail((response) => void response.writeHead(200, { 'content-length': content.length }).end(content))
  expect(await till.check()).toBeNull()
  await till.install()
  expect(till.installed[0]?.equals(content)).toBe(true)
})

test('the beginning of another file under the same name does not spoil the download', async (context) => {
  const { server, content, till } = await withUpdate(context)
  server.fail(cutAfter(600_000))
  await till.check()
  server.fail(null)
  const replaced = somePackage()
  expect(replaced.length).toBe(content.length)
  server.publish(byMaker, replaced, { version: '0.2.0', signedAt: '2026-11-21T00:00:00.000Z' })
  expect(await till.check()).toBeNull()
  await till.install()
  expect(till.installed[0]?.equals(replaced)).toBe(true)
})

test('a pre-release in the feed is refused, and one that runs is offered no release, also no older one', async (context) => {
  const server = await updateServer(context)
  const feed = JSON.stringify({ ...feedOf(somePackage(), { version: '0.2.0' }), version: '0.2.0-beta.1' })
  const bytes = Buffer.from(`tugrik-pos ${FEED}\n${feed}`)
  const signature = sign(null, bytes, createPrivateKey(byMaker.pem)).toString('base64')
  server.put(FEED, JSON.stringify({ feed, signature }))
  const till = tillAt(server)
  expect(await till.check()).toBe('UPDATE_PRERELEASE')
  expect(till.updates.notice()).toEqual({ name: 'UPDATE_PRERELEASE', detail: '0.2.0-beta.1' })
  server.publish(byMaker, somePackage(), { version: '0.2.0' })
  const onBeta = tillAt(server, { version: '0.3.0-beta.1' })
  expect(await onBeta.check()).toBe('UPDATE_PRERELEASE')
  expect(onBeta.files()).toEqual([])
})

test('no older version is installed, and a feed that was replaced is refused when it comes back', async (context) => {
  const server = await updateServer(context)
  const till = tillAt(server, { version: '0.2.0' })
  const content = somePackage()
  for (const version of ['0.1.9', '0.2.0']) {
    server.publish(byMaker, content, { version })
    expect(await till.check()).toBeNull()
    expect(till.stage()).toEqual({ name: 'newest' })
  }
  server.publish(byMaker, content, { version: '0.4.0', signedAt: '2026-11-22T00:00:00.000Z' })
  expect(await till.check()).toBeNull()
  server.publish(byMaker, content, { version: '0.3.0', signedAt: '2026-11-21T00:00:00.000Z' })
  expect(await till.check()).toBe('UPDATE_REFUSED')
  expect(till.updates.status().failed?.failure.detail).toBe('older: 2026-11-21T00:00:00.000Z')
  expect(till.stage()).toMatchObject({ name: 'ready', version: '0.4.0' })
})

test('an update that its maker withdrew is not installed any more', async (context) => {
  const { server, content, till } = await withDownload(context)
  server.publish(byMaker, content, {
    version: '0.2.0',
    stagingPercentage: 0,
    signedAt: '2026-11-21T00:00:00.000Z',
  })
  expect(await till.check()).toBeNull()
  expect(till.stage()).toEqual({ name: 'later', version: '0.2.0' })
  expect(till.files()).toEqual([])
  expect(() => till.updates.install()).toThrow('NOT_NOW')
})

test('a disk without space for it gets no update, and loses nothing', async (context) => {
  const { server, till } = await withUpdate(context, { free: async () => 500e6 })
  expect(await till.check()).toBe('UPDATE_DISK_FULL')
  expect(till.files()).toEqual([])
  expect(server.asked).toEqual([FEED])
})

test('a disk that fills up during the download gets its space back', async (context) => {
  const disk = smallDisk(context, 2048)
  const { till } = await withUpdate(context, { folder: disk })
  const free = fill(disk, 400)
  expect(await till.check()).toBe('UPDATE_DISK_FULL')
  expect(till.files()).toEqual([])
  free()
  expect(await till.check()).toBeNull()
})

test('a server that is away is asked again after a quarter of an hour, and told after a week', async (context) => {
  const { server, till } = await withUpdate(context)
  await server.goAway()
  expect(await till.check()).toBe('UPDATE_AWAY')
  expect(till.updates.notice()).toBeNull()
  await server.comeBack()
  till.clock.advance(14 * MINUTE)
  expect(till.updates.status().checking).toBe(false)
  till.clock.advance(MINUTE)
  expect(till.updates.status().checking).toBe(true)
  await till.updates.check()
  expect(till.updates.status().failed).toBeNull()
  await server.goAway()
  await till.check()
  till.clock.jump(8 * 24 * HOUR)
  expect(till.updates.notice()?.name).toBe('UPDATE_AWAY')
})

test('a redirect is not followed, and a server without a known certificate is not read', async (context) => {
  const { server } = await withUpdate(context)
  server.fail((response) => void response.writeHead(302, { location: 'https://elsewhere.invalid' }).end())
  const till = tillAt(server)
  expect(await till.check()).toBe('UPDATE_AWAY')
  expect(till.updates.status().failed?.failure.detail).toBe('HTTP 302')
  server.fail(null)
  const strict = tillAt({ ...server, open: (address) => httpsFolder(address, null) })
  expect(await strict.check()).toBe('UPDATE_AWAY')
  expect(strict.updates.status().failed?.failure.detail).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
})

test('updates come through the proxy of the system', async (context) => {
  const server = await updateServer(context, 'updates.shop.invalid')
  server.publish(byMaker, somePackage(), { version: '0.2.0' })
  const proxy = await proxyTo(server.port)
  const way = `PROXY ${proxy.at}`
  const network = { ...server.network, wayTo: async () => way }
  const till = tillAt({ ...server, open: (address) => httpsFolder(address, network) })
  expect(await till.check()).toBeNull()
  expect(till.stage()).toMatchObject({ name: 'ready', version: '0.2.0' })
  expect(new Set(proxy.asked)).toEqual(new Set([`updates.shop.invalid:${server.port}`]))
})

test('a staged update goes to its share of the tills', async (context) => {
  const { server, content, till } = await withDownload(context)
  const { id } = JSON.parse(readFileSync(join(till.folder, 'updates.json'), 'utf8'))
  const share = Math.floor(shareOf(id, '0.3.0') * 100)
  const published = (stagingPercentage: number) => {
    const signedAt = `2026-11-2${stagingPercentage > share ? 3 : 2}T00:00:00.000Z`
    server.publish(byMaker, content, { version: '0.3.0', stagingPercentage, signedAt })
    return till.check()
  }
  await published(share)
  expect(till.stage()).toEqual({ name: 'later', version: '0.3.0' })
  await published(share + 1)
  expect(till.stage()).toMatchObject({ name: 'ready', version: '0.3.0' })
})

test('nothing is installed during a sale, while something prints, or while a command is under way', async (context) => {
  const { till } = await withDownload(context)
  till.hinder(failure('UPDATE_NOT_NOW'))
  expect(() => till.updates.install()).toThrow('UPDATE_NOT_NOW')
  expect(till.updates.status().hindered?.name).toBe('UPDATE_NOT_NOW')
  till.hinder(null)
  let end = (): void => {}
  const call = () => till.gate.pass(() => new Promise<void>((resolve) => (end = resolve)))
  void call()
  const first = end
  void call() // the owner's own command, and another
  expect(() => till.updates.install()).toThrow('BUSY')
  first()
  end()
  await till.settled()
  expect(till.installed).toEqual([])
})

test('a sale that begins during the backup ends the installation, and selling goes on', async (context) => {
  const { server } = await withUpdate(context)
  const till: ReturnType<typeof tillAt> = tillAt(server, {
    backUp: async () => till.hinder(failure('UPDATE_NOT_NOW')),
  })
  await till.check()
  till.updates.install()
  expect(till.gate.isClosed()).toBe(true)
  await till.settled()
  expect(till.installed).toEqual([])
  expect(till.gate.isClosed()).toBe(false)
  expect(till.stage().name).toBe('ready')
  expect(till.updates.status().failed?.failure.name).toBe('UPDATE_NOT_NOW')
})

test('nothing is installed where the next version would find no room to upgrade the journal, and with room it is', async (context) => {
  const { server } = await withUpdate(context)
  let free = 900e6
  const till = tillAt(server, { free: async () => free, journalBytes: 400e6 })
  expect(await till.check()).toBeNull()
  await till.install()
  expect(till.done).toEqual([])
  expect(till.updates.notice()).toMatchObject({ name: 'UPDATE_DISK_FULL', detail: '300' })
  expect(till.gate.isClosed()).toBe(false)
  free = 1200e6
  await till.install()
  expect(till.done).toEqual(['backed up', 'installed'])
})

test('without a backup nothing is installed', async (context) => {
  const { server } = await withUpdate(context)
  const backUp = () => Promise.reject(new CommandRefused('NOT_SAVED'))
  const till = tillAt(server, { backUp })
  await till.check()
  await till.install()
  expect(till.installed).toEqual([])
  expect(till.updates.status().failed?.failure.name).toBe('NOT_SAVED')
})

test('the till installs by itself at the chosen hour alone, where nobody has touched it for five minutes', async (context) => {
  const { till } = await withDownload(context)
  till.clock.advance(119 * MINUTE) // 06:59
  expect(till.stage().name).toBe('ready')
  till.gate.touch()
  till.clock.advance(MINUTE)
  expect(till.stage().name).toBe('ready')
  till.hinder(failure('UPDATE_NOT_NOW'))
  till.clock.advance(5 * MINUTE)
  expect(till.stage().name).toBe('ready')
  till.hinder(null)
  till.clock.advance(MINUTE)
  await till.settled()
  expect(till.done).toEqual(['backed up', 'installed'])
})

test('a till that was hindered for the whole chosen hour installs in that of the next day, and not later in the day', async (context) => {
  const { till } = await withDownload(context)
  till.hinder(failure('UPDATE_NOT_NOW'))
  for (let minute = 0; minute < 181; minute += 1) till.clock.advance(MINUTE) // 08:01
  till.hinder(null)
  for (let minute = 0; minute < 22 * 60; minute += 1) till.clock.advance(MINUTE)
  expect(till.stage().name).toBe('ready')
  for (let minute = 0; minute < 60; minute += 1) till.clock.advance(MINUTE)
  await till.settled()
  expect(till.done).toEqual(['backed up', 'installed'])
})

test('where the owner installs by hand, no hour installs', async (context) => {
  const { till } = await withDownload(context, { settings: { when: 'by-hand' } })
  for (let minute = 0; minute < 25 * 60; minute += 1) till.clock.advance(MINUTE)
  expect(till.stage().name).not.toBe('installing')
  expect(till.installed).toEqual([])
})

test('after an installation the new version says so', async (context) => {
  const { server, till } = await withDownload(context)
  await till.install()
  const next = tillAt(server, { folder: till.folder, version: '0.2.0' })
  expect(next.done).toEqual(['0.1.0 to 0.2.0'])
  expect(next.updates.status()).toMatchObject({ installed: { version: '0.2.0' }, failed: null })
  expect(next.files()).toEqual([])
  expect(tillAt(server, { folder: till.folder, version: '0.2.0' }).done).toEqual([])
})

test('an installation that did not succeed is told, and not repeated without a person', async (context) => {
  const { server, till } = await withDownload(context)
  await till.install()
  const again = tillAt(server, { folder: till.folder })
  expect(again.updates.notice()).toEqual({ name: 'UPDATE_NOT_INSTALLED', detail: '0.2.0' })
  await again.check()
  for (let minute = 0; minute < 3 * 60; minute += 1) again.clock.advance(MINUTE)
  expect(again.installed).toEqual([])
  expect(again.updates.notice()?.name).toBe('UPDATE_NOT_INSTALLED')
  await again.install()
  expect(again.installed).toHaveLength(1)
})

test('where the installation fails at once, the old version stays and says why', async (context) => {
  const { server, till } = await withDownload(context, { install: withoutRights })
  await till.install()
  expect(till.updates.status()).toMatchObject({
    stage: { name: 'ready' },
    failed: { failure: { name: 'UPDATE_NO_RIGHTS', detail: '/opt' } },
  })
  expect(till.gate.isClosed()).toBe(false)
  const next = tillAt(server, { folder: till.folder })
  expect(next.updates.status().failed?.failure.name).toBe('UPDATE_NO_RIGHTS')
})

test('an update that a person must install by hand names the line, and is not installed', async (context) => {
  const { till } = await withDownload(context, { command: (file) => `sudo dpkg -i "${file}"` })
  const command = `sudo dpkg -i "${join(till.folder, 'updates', packageName('0.2.0'))}"`
  expect(till.stage()).toEqual({ name: 'ready', version: '0.2.0', command })
  expect(() => till.updates.install()).toThrow('NOT_NOW')
  till.clock.advance(2 * HOUR + 10 * MINUTE)
  expect(till.installed).toEqual([])
})

test('an update that waits for three days is told', async (context) => {
  const { till } = await withDownload(context)
  expect(till.updates.notice()).toBeNull()
  till.clock.jump(3 * 24 * HOUR + 1)
  expect(till.updates.notice()).toEqual({ name: 'UPDATE_WAITING', detail: '0.2.0' })
})

test('without an address nothing is asked', async (context) => {
  const { server, till } = await withUpdate(context, { settings: { address: '' } })
  expect(await till.check()).toBe('NOT_NOW')
  till.clock.advance(5 * HOUR)
  expect(server.asked).toEqual([])
})

test('a server that answers a byte at a time keeps neither the end of the program nor an installation waiting', async (context) => {
  const { server, content, till } = await withDownload(context)
  server.failFeed(dripping)
  const looking = till.check()
  await till.install()
  expect(till.installed[0]?.equals(content)).toBe(true)
  expect(await looking).toBe('called off')
  const other = tillAt(server)
  const endless = other.check()
  await other.updates.stop()
  expect(await endless).toBe('called off')
})

test('a download that takes longer than the time between two looks is ended, and goes on with the next', async (context) => {
  const { server, till } = await withUpdate(context)
  server.fail(dripping)
  const slow = till.check()
  const part = join(till.folder, 'updates', `${packageName('0.2.0')}.part`)
  await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0)
  till.clock.advance(4 * HOUR)
  expect(await slow).toBe('UPDATE_AWAY')
  server.fail(null)
  expect(await till.check()).toBeNull()
  expect(server.asked.at(-1)).toMatch(/from \d+$/)
})

test('a package that is missing on the server is told after a week, although the list is answered', async (context) => {
  const { server, till } = await withUpdate(context)
  server.fail((response) => void response.writeHead(404).end())
  for (let day = 0; day < 8; day += 1) {
    expect(await till.check()).toBe('UPDATE_AWAY')
    till.clock.jump(24 * HOUR)
  }
  await till.check()
  expect(till.updates.notice()).toEqual({ name: 'UPDATE_AWAY', detail: 'HTTP 404' })
})

test('a clock that was ahead for a while does not keep a failure from being told', async (context) => {
  const { server, till } = await withDownload(context)
  await server.goAway()
  till.clock.jump(4 * 365 * 24 * HOUR)
  await till.check()
  till.clock.jump(-4 * 365 * 24 * HOUR)
  await till.check()
  till.clock.jump(8 * 24 * HOUR)
  await till.check()
  expect(till.updates.notice()?.name).toBe('UPDATE_AWAY')
})

test('where the till cannot tell at its hour whether it may restart, it says so, works on, and installs later', async (context) => {
  const { till } = await withDownload(context)
  till.breakHindrance()
  till.clock.advance(2 * HOUR)
  expect(till.updates.notice()?.name).toBe('UNEXPECTED')
  expect(till.gate.isClosed()).toBe(false)
  till.hinder(null)
  till.clock.advance(MINUTE)
  await till.settled()
  expect(till.installed).toHaveLength(1)
})

test('a server that is away for a moment does not hide that an update was not installed', async (context) => {
  const { server, till } = await withDownload(context, { install: withoutRights })
  await till.install()
  await server.goAway()
  await till.check()
  await server.comeBack()
  expect(await till.check()).toBeNull()
  expect(till.updates.notice()).toEqual({ name: 'UPDATE_NO_RIGHTS', detail: '/opt' })
  server.publish(byMaker, somePackage(), { version: '0.3.0', signedAt: '2026-11-21T00:00:00.000Z' })
  expect(await till.check()).toBeNull()
  expect(till.updates.notice()).toBeNull()
})

test('an installation that a failure stops is tried again after a quarter of an hour, and not each minute', async (context) => {
  const { server } = await withUpdate(context)
  let backups = 0
  const till = tillAt(server, {
    backUp: async () => {
      backups += 1
      throw new CommandRefused('NOT_SAVED')
    },
  })
  await till.check()
  till.clock.advance(2 * HOUR) // 07:00
  await till.settled()
  for (let minute = 1; minute < 15; minute += 1) {
    till.clock.advance(MINUTE)
    await till.settled()
  }
  expect(backups).toBe(1)
  till.clock.advance(MINUTE)
  await till.settled()
  expect(backups).toBe(2)
})

test('an address that is changed during a download ends it, and the new folder is asked', async (context) => {
  const { server, content } = await withUpdate(context)
  const other = await updateServer(context)
  other.publish(byMaker, content, { version: '0.3.0', signedAt: '2026-11-19T00:00:00.000Z' })
  const network = {
    ...server.network,
    authorities: () => [...server.network.authorities(), ...other.network.authorities()],
  }
  const till = tillAt({ ...server, open: (address) => httpsFolder(address, network) })
  server.fail(dripping)
  const looking = till.check()
  await expect.poll(() => till.files().length).toBe(1)
  till.settings.address = other.address
  till.updates.settingsChanged()
  expect(await looking).toBe('called off')
  expect(till.stage()).toEqual({ name: 'newest' })
  expect(till.updates.status().failed).toBeNull()
  expect(await till.check()).toBeNull()
  expect(till.stage()).toMatchObject({ name: 'ready', version: '0.3.0' })
})

test('updates that are turned off install nothing that was downloaded', async (context) => {
  const { server, till } = await withUpdate(context)
  server.fail(dripping)
  const looking = till.check()
  await expect.poll(() => till.files().length).toBe(1)
  till.settings.address = ''
  till.updates.settingsChanged()
  await looking
  expect(() => till.updates.install()).toThrow('NOT_NOW')
})

test('a package that cannot be deleted, such as one that a virus scanner reads, stops neither the start nor a look', async (context) => {
  const { server, till } = await withDownload(context)
  await till.install()
  heldFile({ work: ['remove'], path: (path) => path.includes('tugrik-pos-') })
  mkdirSync(join(till.folder, 'updates', 'a folder'))
  const next = tillAt(server, { folder: till.folder, version: '0.2.0' })
  expect(next.done).toEqual(['0.1.0 to 0.2.0'])
  expect(await next.check()).toBeNull()
})

test('what the till remembers of updates is kept while another program holds its file', async (context) => {
  const { server, till } = await withDownload(context)
  const file = join(till.folder, 'updates.json')
  const before = readFileSync(file, 'utf8')
  heldFile({ work: ['read'], path: (path) => path === file })
  const next = tillAt(server, { folder: till.folder })
  expect(await next.check()).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('nothing is installed where the till cannot note that it begins', async (context) => {
  const { till } = await withDownload(context)
  heldFile({ work: ['replace'], path: (path) => path.endsWith('updates.json') })
  await till.install()
  expect(till.installed).toEqual([])
  expect(till.gate.isClosed()).toBe(false)
})

test('a till that a person took back to the older version does not install the newer one by itself', async (context) => {
  const { server, till } = await withDownload(context)
  await till.install()
  tillAt(server, { folder: till.folder, version: '0.2.0' })
  const back = tillAt(server, { folder: till.folder })
  await back.check()
  for (let minute = 0; minute < 3 * 60; minute += 1) back.clock.advance(MINUTE)
  await back.settled()
  expect(back.installed).toEqual([])
  expect(back.updates.notice()).toBeNull()
  await back.install()
  expect(back.installed).toHaveLength(1)
})

test('a paper that begins to print while the package is copied ends the installation, which is tried again', async (context) => {
  const { server } = await withUpdate(context)
  const till: ReturnType<typeof tillAt> = tillAt(server, {
    install: () => till.hinder(failure('UPDATE_NOT_NOW')),
  })
  await till.check()
  till.clock.advance(2 * HOUR)
  await till.settled()
  expect(till.installed).toEqual([])
  till.hinder(null)
  till.clock.advance(15 * MINUTE)
  expect(till.stage().name).toBe('installing')
})
