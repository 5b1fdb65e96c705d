/** The attacks of a hostile page, and the proof that they would be heard. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { storeSettings } from '../../run/hosts/host.ts'
import { onPath } from '../../run/setup/machine.ts'
import { selfSigned } from '../../shop-database/certificates.ts'
import { BACK, LEAVING, NOTE_MARK, SECRETS } from './hostile-page.ts'
import { canWatchPackets, lookUpsIn, openListener, packetsIn, watching } from './packets.ts'
import { start, until } from './program.ts'
import { liveJournalOf, type Report, type Target } from './targets.ts'
import { tryEveryWay } from './ways-out.ts'

const CONTROL_MS = 40_000
const PAGE_MS = 120_000

/** The same ways out of a page without the till's locks. All that hears the till must hear this page. */
export async function attackWithoutLocks(electron: readonly string[], target: Target, report: Report) {
  const listener = await openListener()
  const folder = join(target.root, 'control')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"name":"control","version":"1.0.0","main":"main.cjs"}')
  // Chromium ends a page of a file that registers a service worker, and with it the ways that have just begun.
  const script = `delete Navigator.prototype.serviceWorker;(${tryEveryWay})(${listener.port})`
  writeFileSync(join(folder, 'page.html'), `<body><script>${script}</script>`)
  // The page stays, because a navigation would break off the other ways.
  const main = `const { app, BrowserWindow } = require('electron')
app.on('web-contents-created', (_, page) => page.on('will-navigate', (event) => event.preventDefault()))
app.whenReady().then(() => {
  new BrowserWindow({ show: false }).loadFile('page.html').catch(() => {})
  setTimeout(() => app.exit(), ${CONTROL_MS / 2})
})`
  writeFileSync(join(folder, 'main.cjs'), main)
  const packets = join(target.root, 'control.packets')
  const page = start({
    command: [...watching(packets), ...electron, '--no-proxy-server', folder],
    env: target.env('control-data'),
  })
  await until(() => page.code() !== undefined, CONTROL_MS)
  await page.stop()
  const heard = await listener.heardBeforeKnocks()
  for (const over of ['tcp', 'udp']) {
    const times = heard.filter((one) => one.startsWith(over)).length
    report(`proof: without the locks ${over} is heard`, times > 0 ? null : 'nothing', `${times} times`)
  }
  if (!canWatchPackets()) return
  const { length } = lookUpsIn(packetsIn(packets))
  report(
    'proof: without the locks a look-up of a name is seen',
    length > 0 ? null : 'none',
    `${length} times`,
  )
}

export async function attackFromInside(target: Target, report: Report): Promise<void> {
  const listener = await openListener()
  const server = await unknownServer(target.root)
  const data = join(target.root, 'hostile-data')
  const shop = { ...FIRST_SETTINGS.shop, branch: `${listener.port} ${server?.port ?? 0}` }
  // Its merchant already, so that no system dialog asks about it: nobody is there to press it.
  const merchant = {
    baseUrl: `https://127.0.0.1:${server?.port ?? 1}`,
    username: 'till',
    invoiceCode: 'TILL',
  }
  await storeSettings(data, { ...FIRST_SETTINGS, shop, merchant })
  const packets = join(target.root, 'hostile.packets')
  const till = start({
    command: [...watching(packets), ...target.hostile],
    env: { ...target.env('hostile-data'), NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  })
  const isBack = () => notesIn(data).some(({ name }) => name === BACK)
  await until(() => till.code() !== undefined || isBack(), PAGE_MS)
  const ended = till.code()
  await till.stop()
  const notes = notesIn(data)
  for (const { name, wrong } of notes) report(name, wrong)
  const last = notes.at(-1)?.name ?? 'nothing'
  for (const name of [LEAVING, BACK])
    if (!notes.some((note) => note.name === name)) report(name, `the last note is: ${last}`)
  report('the till ends by itself', ended === undefined ? null : `exit code ${ended}\n${till.said()}`)

  const heard = await listener.heardBeforeKnocks()
  report('something reaches the listener over TCP or UDP', heard[0] ?? null)
  if (canWatchPackets()) {
    const sent = packetsIn(packets)
    report('a packet leaves', sent[0] ?? null)
    report('a name is looked up', lookUpsIn(sent)[0] ?? null)
  }
  if (server !== null) {
    report('NODE_TLS_REJECT_UNAUTHORIZED=0 opens the till to any server', server.wrong())
    server.close()
  }
  report('a secret is in a log or in a file', secretIn(data, till.said()))
  report('a file is open to others under umask 000', openToOthers(data))
}

/** The hostile page's notes. The till locks its journal, so a copy is read. */
function notesIn(data: string): readonly { readonly name: string; readonly wrong: string | null }[] {
  const copy = `${data}.copy`
  try {
    for (const end of ['', '-wal'])
      if (existsSync(liveJournalOf(data) + end)) copyFileSync(liveJournalOf(data) + end, copy + end)
    const journal = new DatabaseSync(copy)
    try {
      const rows = journal.prepare("SELECT body FROM event WHERE kind = 'sale-noted' ORDER BY position").all()
      return rows
        .map(({ body }) => String(JSON.parse(String(body)).note).split(NOTE_MARK.trimEnd()))
        .filter((parts) => parts.length === 2)
        .map(([name = '', wrong = '']) => ({ name, wrong: wrong.trim() || null }))
    } finally {
      journal.close()
    }
  } catch {
    return [] // the till has not made it yet, or was writing
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  }
}

/** A server with a certificate that nobody vouches for. Null without openssl. */
async function unknownServer(folder: string) {
  if (onPath('openssl') === null) return null
  const { key, certificate } = selfSigned(folder, 'localhost')
  let refused = 0
  const told: string[] = []
  const server = createServer({ key, cert: certificate }, ({ url = '' }, response) => {
    told.push(url)
    response.end()
  }).on('tlsClientError', () => (refused += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    wrong: () => (told.length > 0 ? `it was told ${told[0]}` : refused > 0 ? null : 'the till did not try'),
    close: () => void server.close(),
  }
}

const filesIn = (folder: string): readonly string[] =>
  ['', ...readdirSync(folder, { recursive: true }).map(String)].map((name) => join(folder, name))

function secretIn(folder: string, said: string): string | null {
  const has = (text: string | Buffer) => SECRETS.some((secret) => text.includes(secret))
  if (has(said)) return 'the till’s output'
  return filesIn(folder).find((file) => lstatSync(file).isFile() && has(readFileSync(file))) ?? null
}

export function openToOthers(folder: string): string | null {
  if (process.platform === 'win32') return null
  // Chromium gives these files wider rights, but only the owner can open their folders.
  const ofCrashpad = ['Crashpad', 'crashes'].map((name) => join(folder, name, sep))
  const open = filesIn(folder).filter(
    (file) =>
      !ofCrashpad.some((closed) => file.startsWith(closed)) &&
      !lstatSync(file).isSymbolicLink() &&
      (lstatSync(file).mode & 0o077) !== 0,
  )
  return open.length === 0 ? null : `${open.length}, such as ${open[0]}`
}
