/**
 * The script of a hostile page: it takes the place of the cashier's script in a packaged till, with the same preload,
 * main process and content policy. It reports over the only way that it has: each result is the note of a sale, so it
 * stands in the journal. What test/e2e/security.spec.ts and page-storage.spec.ts try is not tried again.
 */
import type { CashierBridge } from '../../../main/till/commands/index.ts'
import { tryEveryWay } from './ways-out.ts'

/** Between the name of an attack and what went wrong. */
export const NOTE_MARK = ' :: '
/** The last note: the page runs again after it left its address. */
export const BACK = 'about:blank leaves the till’s page'
/** The note before: all attacks of the page are over. */
export const LEAVING = 'the page attacks to the end'
/** A password and a PIN that the page sends. No log and no file may have them. */
export const SECRETS = ['attack-password-7c1e', '8046251973'] as const

const NAMES = { NOTE_MARK, BACK, LEAVING, SECRETS } as const
export const hostileScript = (): string => `(${attackFromPage})(${tryEveryWay}, ${JSON.stringify(NAMES)})`

type Names = typeof NAMES

/** Runs in the page and uses nothing of this file. */
async function attackFromPage(everyWay: typeof tryEveryWay, names: Names): Promise<void> {
  const LONGEST_MS = 30_000
  const LONGEST_STOP_MS = 2_000
  const BOX_MS = 3_000
  const pos: CashierBridge = Reflect.get(window, 'pos')
  const call = Reflect.get(pos, 'call') as (...sent: unknown[]) => Promise<{ ok: boolean; value?: unknown }>
  const answerTo = async (name: string, request?: unknown) => (await call(name, request)).value as never
  const goods = { code: '11', name: 'Хар талх', category: 'Талх', price: '2500', unit: 'ш' }
  const taxes = { taxProductCode: '305', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' }
  await call('saveGoods', { was: null, goods: { ...goods, ...taxes } }) // live mode does not sell the sample
  const { saleId }: { saleId: string } = await answerTo('addProduct', { code: goods.code })
  const note = (name: string, wrong: string | null) =>
    call('noteSale', { saleId, note: `${name}${names.NOTE_MARK}${wrong ?? ''}` })
  if (location.hash === '#again') return void (await note(names.BACK, null))

  const heard: unknown[][] = []
  pos.onView((...given: unknown[]) => void heard.push(given))
  const [password, pin] = names.SECRETS
  const { settings }: { settings: { shop: { branch: string } } } = await answerTo('getView')
  const [port = 0, tlsPort = 0] = settings.shop.branch.split(' ').map(Number)

  const accepted = async (...sent: unknown[]): Promise<string | null> => {
    try {
      return (await call(...sent)).ok ? 'accepted' : null
    } catch {
      return null // the bridge itself refuses some
    }
  }
  /** A command that waits for a person was not accepted. */
  const acceptedAtOnce = (...sent: unknown[]) =>
    Promise.race([accepted(...sent), new Promise<null>((resolve) => setTimeout(resolve, BOX_MS, null))])
  const stop = async (request: unknown): Promise<string | null> => {
    const sent = accepted('saveSettings', request)
    const since = performance.now() // after the page's own work to send it
    await call('getView')
    const ms = Math.round(performance.now() - since)
    return (await sent) ?? (ms > LONGEST_STOP_MS ? `the till stood still for ${ms} ms` : null)
  }
  const granted = (ask: () => unknown) => async () => {
    const answer = await Promise.race([
      Promise.resolve()
        .then(ask)
        .catch(() => 'denied'),
      new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'denied')),
    ])
    return answer === 'denied' || answer === 'default' ? null : 'granted'
  }
  const deep = (levels: number): unknown => {
    let value: unknown = {}
    for (let level = 0; level < levels; level += 1) value = { a: value }
    return value
  }
  const merchantAt = (baseUrl: string, username: string) => {
    return { baseUrl, username, password, invoiceCode: 'TILL' }
  }
  const printerAt = (host: string, to: number) => ({ kind: 'network', host, port: to, profile: 'escpos' })
  const endless: Record<string, unknown> = {}
  endless.again = endless

  const attacks: Record<string, () => Promise<string | null> | string | null> = {
    'forged channel names': async () => {
      const channels = ['pos:call', 'pos:view', 'pos:display', 'ELECTRON_BROWSER_REQUIRE', '__ELECTRON_LOG__']
      const all = await Promise.all(channels.map((name) => accepted(name)))
      return channels.find((_name, at) => all[at] !== null) ?? null
    },
    'a million keys': () =>
      stop(Object.fromEntries(Array.from({ length: 1_000_000 }, (_none, at) => [`key${at}`, at]))),
    'a text of 20 million letters': () => stop({ shop: 'x'.repeat(20_000_000) }),
    'deep objects': async () => (await stop(deep(900))) ?? (await stop(deep(5_000))),
    'an endless object': () => stop(endless),
    'a flood of calls': async () => {
      const calls = Array.from({ length: 5_000 }, (_none, at) =>
        call(at % 2 === 0 ? 'getView' : 'no-command'),
      )
      const replies = await Promise.all(calls)
      return replies.every(({ ok }, at) => ok === (at % 2 === 0)) ? null : 'some got a wrong answer'
    },
    'a view with more than text': async () => {
      await call('noteSale', { saleId, note: 'for another view' })
      return heard.every((given) => given.length === 1 && typeof given[0] === 'string') ? null : 'got more'
    },
    microphone: granted(() => navigator.mediaDevices.getUserMedia({ audio: true })),
    'the screen': granted(() => navigator.mediaDevices.getDisplayMedia()),
    clipboard: granted(() => navigator.clipboard.readText()),
    place: granted(
      () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
    ),
    'a file as printer': () =>
      accepted('saveSettings', {
        printer: { kind: 'device', path: '/etc/passwd', baud: 9600, profile: 'escpos' },
      }),
    'a printer outside the shop': () => accepted('saveSettings', { printer: printerAt('8.8.8.8', 9100) }),
    'a password over plain http': () =>
      accepted('connectMerchant', merchantAt('http://till.example', 'till')),
    'a password to a server that nobody vouches for': () =>
      accepted('connectMerchant', merchantAt(`https://127.0.0.1:${tlsPort}`, 'till')),
    'a PIN of nobody': () => accepted('signIn', { staffId: 'nobody', pin }),
    'an approval by nobody': () =>
      accepted('approve', { staffId: 'nobody', pin, command: 'saveSettings', request: { password } }),
    'another merchant without a person': () =>
      acceptedAtOnce('connectMerchant', merchantAt(`https://127.0.0.1:${tlsPort}`, 'another')),
    'a folder for copies without a person': () =>
      acceptedAtOnce('saveSettings', { copies: { folder: '/', everyHours: 24, keep: 2 } }),
    'a printer in the network without a person': () =>
      acceptedAtOnce('saveSettings', { printer: printerAt('127.0.0.1', 9) }),
    'an address for callbacks without a person': () =>
      acceptedAtOnce('saveSettings', {
        invoicing: { ereceipts: true, plainShape: 'full', callbackUrl: 'https://other.example/secret' },
      }),
    'a folder to look into without a person': () => acceptedAtOnce('listCopies', { folder: '//host/share' }),
    'secrets in unknown fields': () => accepted('noteSale', { saleId, note: 'x', [password]: pin }),
  }
  for (const [name, attack] of Object.entries(attacks)) {
    const late = new Promise<string>((resolve) => setTimeout(resolve, LONGEST_MS, 'no answer'))
    const wrong = await Promise.race([
      Promise.resolve()
        .then(attack)
        .catch((error: unknown) => `failed: ${error}`),
      late,
    ])
    await note(name, wrong)
  }
  for (const { way, outcome } of await everyWay(port))
    await note(`way out: ${way}`, outcome === 'answered' ? outcome : null)
  await note(names.LEAVING, null)
  location.href = 'about:blank'
}
