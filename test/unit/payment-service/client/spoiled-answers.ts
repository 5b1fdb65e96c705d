/**
 * A service that answers each endpoint with the contract's own example, spoiled in one way. The examples are written from
 * the text of the contract.
 */
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Script, scriptedService } from './scripted-service.ts'

export const LOGIN = 'POST /v2/auth/token'
export const REFRESH = 'POST /v2/auth/refresh'

const PAIR = {
  token_type: 'Bearer',
  access_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
  expires_in: 600,
  refresh_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  refresh_expires_in: 3600,
  scope: 'profile',
  'not-before-policy': '0',
  session_state: 'b0c5',
}
const WAYS = {
  qr_text: '00020101021226110007service',
  qr_image: 'iVBORw0KGgo=',
  service_shortUrl: 'https://s.example/1',
  urls: [{ name: 'Bank', description: 'Банк', logo: 'https://l.example/1.png', link: 'bank://q?qr=1' }],
}
const SUMMARY = {
  invoice_id: 'inv-1',
  invoice_code: 'SHOP_INVOICE',
  sender_invoice_no: 'K01-1',
  invoice_description: 'Дэлгүүр',
  amount: 4350,
  invoice_status: 'OPEN',
  created_date: '2026-06-01T10:11:12',
}
const TRANSFER = {
  transaction_bank_code: '050000',
  account_bank_name: 'Bank',
  account_number: '5000000001',
  status: 'SUCCESS',
  amount: '4350.00',
  currency: 'MNT',
}
const PAYMENT = {
  payment_id: 'pay-1',
  payment_status: 'PAID',
  payment_amount: '4350.00',
  payment_currency: 'MNT',
  payment_wallet: 'Bank app',
}
const ROW = {
  ...PAYMENT,
  trx_fee: '43.50',
  payment_type: 'P2P',
  card_transactions: [],
  p2p_transactions: [TRANSFER],
}
const OF_INVOICE = { object_type: 'INVOICE', object_id: 'inv-1' }
const DATED = { payment_fee: '43.50', payment_date: '2026-06-01T10:11:12' }
const VOIDED = {
  id: 'eb-1',
  ebarimt_by: 'ISSUER',
  barimt_status: 'CANCELLED',
  barimt_status_date: '2026-06-01T10:11:13',
  status: true,
}
const EBARIMT = {
  ...VOIDED,
  ebarimt_receiver_type: '83',
  ebarimt_receiver: '',
  amount: '4350.00',
  vat_amount: '395.45',
  city_tax_amount: '0.00',
  ebarimt_qr_data: '1234567890',
  ebarimt_lottery: 'AB 12345678',
  barimt_status: 'CREATED',
  barimt_items: [],
  barimt_transactions: [],
  barimt_histories: [],
}

/** The contract's example of each endpoint; undefined for an empty body. */
const EXAMPLES: readonly (readonly [method: string, path: RegExp, example: object | undefined])[] = [
  ['POST', /^\/v2\/auth\/(token|refresh)$/, PAIR],
  ['POST', /^\/v2\/invoice$/, { invoice_id: 'inv-1', ...WAYS }],
  ['GET', /^\/v2\/invoice\/inv-1$/, { ...SUMMARY, ...WAYS }],
  ['DELETE', /^\/v2\/invoice\/inv-1$/, undefined],
  ['POST', /^\/v2\/invoice\/list$/, { count: 1, rows: [SUMMARY] }],
  ['POST', /^\/v2\/(invoice|payment)\/check$/, { count: 1, paid_amount: 4350, rows: [ROW] }],
  [
    'GET',
    /^\/v2\/payment\/pay-1$/,
    {
      ...PAYMENT,
      ...DATED,
      ...OF_INVOICE,
      transaction_type: 'P2P',
      card_transactions: [],
      p2p_transactions: [TRANSFER],
    },
  ],
  [
    'POST',
    /^\/v2\/payment\/list$/,
    {
      count: 1,
      rows: [{ ...PAYMENT, ...DATED, ...OF_INVOICE, payment_name: 'Bank', payment_description: '1' }],
    },
  ],
  ['POST', /^\/v2\/payment\/(cancel|refund)\/pay-1$/, undefined],
  ['POST', /^\/v2\/ebarimt_v3\/create$/, EBARIMT],
  ['DELETE', /^\/v2\/ebarimt_v3\/pay-1$/, VOIDED],
]

const exampleOf = (method = '', url = ''): string => {
  const [, , example] = EXAMPLES.find(([of, path]) => of === method && path.test(url)) ?? []
  return example === undefined ? '' : JSON.stringify(example)
}

export type Spoil = (good: string, response: ServerResponse) => void

/** Answers the requests `spoiled` ("POST /v2/invoice") in the way `by`, and all others with the contract's example. */
export async function hostileService(by: Spoil, spoiled: readonly string[]) {
  const answer =
    (method: string, path: string): Script =>
    (response) =>
      (spoiled.includes(`${method} ${path}`) ? by : sendText)(exampleOf(method, path), response)
  const service = await scriptedService(({ method, path }) => answer(method, path))
  if (spoiled.includes(LOGIN)) service.login = answer('POST', '/v2/auth/token')
  if (spoiled.includes(REFRESH)) service.refresh = answer('POST', '/v2/auth/refresh')
  return service
}

const sendText = (text: string, response: ServerResponse): void => {
  response.setHeader('content-type', 'application/json')
  response.end(text)
}

const text =
  (spoiled: (good: string) => string): Spoil =>
  (good, response) =>
    sendText(spoiled(good), response)
const status =
  (code: number, body = '{"error_code":"X","message":"m"}'): Spoil =>
  (_good, response) => {
    response.statusCode = code
    sendText(body, response)
  }

/** Replaces every value of the example, at every depth, that `change` does not leave as it is. */
const values = (change: (value: unknown, key: string) => unknown): Spoil =>
  text((good) => (good === '' ? '' : JSON.stringify(JSON.parse(good, (key, value) => change(value, key)))))
const texts = (change: (value: string, key: string) => unknown): Spoil =>
  values((value, key) => (typeof value === 'string' ? change(value, key) : value))
const isAmount = (key: string): boolean => /amount|fee/.test(key)
const amounts = (wire: unknown): Spoil => values((value, key) => (isAmount(key) ? wire : value))
/** Raw, because JSON.stringify cannot write such numbers. */
const numbers = (raw: string): Spoil =>
  text((good) => good.replace(/("(?!\w*amount")[\w-]+":)\d+(?=[,}])/g, `$1${raw}`))
const packed =
  (coding: string, bytes: (good: string) => Buffer): Spoil =>
  (good, response) => {
    response.setHeader('content-encoding', coding)
    response.end(bytes(good))
  }
const raw =
  (bytes: string): Spoil =>
  (_good, response) =>
    void response.socket?.end(bytes)

/** Every way to spoil an answer, by its name. */
export const SPOILS: Readonly<Record<string, Spoil>> = {
  'nothing at all': (_good, response) => sendText('', response),
  'a page': text(() => '<!doctype html><title>Нэвтрэх</title>'),
  'half a JSON': text((good) => good.slice(0, good.length / 2)),
  'a JSON with more behind it': text((good) => (good === '' ? '' : `${good}{}`)),
  null: text(() => 'null'),
  'an array': text((good) => `[${good}]`),
  'an empty object': text(() => '{}'),
  'text in place of an object': text(() => '"OK"'),
  'bytes that are no text': (_good, response) => void response.end(Buffer.from([0xff, 0xfe, 0x00, 0x80])),
  'every key twice': text((good) => good.replace(/("[\w-]+":)(?=["\d])/g, '$10,$1')),
  'a key __proto__': text((good) => good.replace('{', '{"__proto__":{"status":true},')),
  'a deep field': text((good) => good.replace('{', `{"x":${'['.repeat(9999)}${']'.repeat(9999)},`)),
  'objects in place of arrays': values((value) => (Array.isArray(value) ? { ...value } : value)),
  'arrays in place of texts': texts((value) => [value]),
  'null in place of texts': texts(() => null),
  'half of a surrogate pair in every text': texts((value) => `${value}\ud800`),
  'control characters in every text': texts((value) => `${value}\u001b[2J\r\n2026 ERROR\u0000\u202e`),
  'texts of 100,000 characters': texts((value) => value.padEnd(100_000, 'x')),
  'paths in place of ids': texts((value, key) => (/(^|_)id$/.test(key) ? '../../auth/token' : value)),
  'two dots in place of ids': texts((value, key) => (/(^|_)id$/.test(key) ? '..' : value)),
  'texts for booleans': values((value) => (typeof value === 'boolean' ? 'perhaps' : value)),
  'numbers of 1e400': numbers('1e400'),
  'numbers of 1e300': numbers('1e300'),
  'numbers of -1': numbers('-1'),
  'numbers with fractions': numbers('0.5'),
  'numbers of NaN': numbers('NaN'),
  'numbers with leading zeros': numbers('007'),
  'amounts of -4350': amounts(-4350),
  'amounts of "-4350.00"': amounts('-4350.00'),
  'amounts of "NaN"': amounts('NaN'),
  'amounts of "4350,00"': amounts('4350,00'),
  'amounts of "0x10FE"': amounts('0x10FE'),
  'amounts of 4.35e3 as text': amounts('4.35e3'),
  'amounts of 4350.005': amounts('4350.005'),
  'amounts of 1e400': text((good) => good.replace(/(amount":)("[\d.]+"|\d+)/g, (_, key) => `${key}1e400`)),
  'amounts of true': amounts(true),
  'amounts of {}': amounts({}),
  'amounts of a quadrillion': amounts('1000000000000000.00'),
  'impossible days': texts((value) => value.replace(/^20\d\d-\d\d-\d\dT/, '2026-02-31T')),
  'an hour 25': texts((value) => value.replace(/T\d\d:/, 'T25:')),
  'the year 0': texts((value) => value.replace(/^2026-/, '0000-')),
  'the year 275760': texts((value) => value.replace(/^2026-/, '+275760-')),
  'an error with 200': status(200),
  'success false with 200': text(() => '{"success":false,"message":"m"}'),
  'an unlisted code beside the data': text((good) => good.replace('{', '{"code":"DOWN","message":"m",')),
  ...Object.fromEntries(
    [202, 206, 300, 302, 304, 400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 599].map((code) => [
      `status ${code}`,
      status(code),
    ]),
  ),
  'Continue and Early Hints before the answer': (good, response) => {
    response.writeContinue()
    response.writeEarlyHints({ link: '</x>; rel=preload' })
    sendText(good, response)
  },
  gzip: packed('gzip', (good) => gzipSync(good)),
  'gzip of 16 MiB': packed('gzip', () => BOMB),
  brotli: packed('br', (good) => brotliCompressSync(good)),
  '8 MiB of spaces': text((good) => ' '.repeat(8 * 1024 * 1024) + good),
  'a piece in each moment, without end': (_good, response) => {
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  },
  silence: () => {},
  'a reset': (_good, response) => void response.socket?.resetAndDestroy(),
  'a length that is too long': (good, response) => {
    response.writeHead(200, { 'content-length': good.length + 1000 })
    response.write(good, () => response.socket?.destroy())
  },
  'another protocol': raw('SSH-2.0-OpenSSH\r\n'),
  'a status line alone': raw('HTTP/1.1 200 OK\r\n\r\n'),
  'two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 4\r\n\r\n{}{}'),
  'a length and chunks': raw(
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ),
  'an upgrade': raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
}

const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '))
