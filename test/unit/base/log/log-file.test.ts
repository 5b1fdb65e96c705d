import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asNewTrace, forSale, hideInLogs, logFile, redacted } from '../../../../main/base/log/index.ts'
import { COMMAND_NAMES } from '../../../../main/till/commands/index.ts'
import { FAILURE_NAMES } from '../../../../shared/failure.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const SALE = '6f1e2d3c-0a1b-4c5d-8e9f-001122334455'

function kept(options = {}) {
  const folder = temporaryFolder()
  const home = join(folder, 'logs')
  const files = (): readonly string[] => readdirSync(home).toSorted()
  const lines = () =>
    readFileSync(join(home, 'terminal.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { folder, home, files, lines, log: logFile(folder, options) }
}

test('a line is one JSON object with its time, level, text and fields', () => {
  const { log, lines } = kept()
  log.warn('not printed', { sale: SALE, kind: 'sale', printer: 'main', failure: 'PRINTER_OFF' })
  expect(lines()).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'warn',
      text: 'not printed',
      sale: SALE,
      kind: 'sale',
      printer: 'main',
      failure: 'PRINTER_OFF',
    },
  ])
})

test('a text of several lines stays one line of the log', () => {
  const { log, lines } = kept()
  log.error('first\nsecond\r\n{"level":"info"}')
  expect(lines()).toHaveLength(1)
})

test('lines of one click have one id, and those of another click another', () => {
  const { log, lines } = kept()
  asNewTrace(() => {
    log.info('command')
    forSale(SALE, () => log.info('request'))
  })
  asNewTrace(() => log.info('command'))
  const [click, request, other] = lines()
  expect(request).toMatchObject({ work: click?.work, sale: SALE })
  expect(other?.work).not.toBe(click?.work)
})

test('the log keeps five files of a bounded size, and the newest lines', () => {
  const { home, files, log, lines } = kept({ largest: 2_000 })
  for (let at = 0; at < 300; at++) log.info('a line', { count: at })
  expect(files()).toEqual([
    'terminal.1.log',
    'terminal.2.log',
    'terminal.3.log',
    'terminal.4.log',
    'terminal.log',
  ])
  for (const name of files()) expect(statSync(join(home, name)).size).toBeLessThanOrEqual(2_000)
  expect(lines().at(-1)).toMatchObject({ count: 299 })
})

test('a log that cannot be written stops nothing', () => {
  const folder = temporaryFolder()
  const log = logFile(join(folder, 'file\0name'))
  expect(() => log.info('a line')).not.toThrow()
  expect(existsSync(join(folder, 'logs'))).toBe(false)
})

test('a field that does not fit its shape is not written', () => {
  const { log, lines } = kept()
  log.info('command', {
    command: 'Бат-Эрдэнэ',
    sale: '99112233',
    failure: 'PIN 4711',
    file: '/home/someone/journal.sqlite',
    ...({ pin: '4711' } as object),
  })
  expect(lines()[0]).toEqual({
    at: expect.any(String),
    level: 'info',
    text: 'command',
    command: '?',
    sale: '?',
    failure: '?',
    file: '?',
  })
})

test.each(['OTI3MTE5', 'IDY3NTU2', 'NzkzMjcz'])(
  'a number in base64 that looks like a word is not written: %s',
  (step) => {
    const { log, lines } = kept()
    log.info('command', { step, command: step, operation: `said ${step}`, failure: step })
    expect(JSON.stringify(lines()[0])).not.toContain(step)
  },
)

test.each([
  ['a lottery number', 'сугалаа АБ 12345678', 'АБ 12345678'],
  ['a lottery number in one piece', 'АБ12345678 тохирол', '12345678'],
  ['a QR text', `qr ${'1234567890'.repeat(15)}`, '1234567890'],
  ['a PIN', 'PIN 4711 is wrong', '4711'],
  ['a phone number', 'call 9911-2233 or +976 99 11 22 33', '2233'],
  ['a register number', 'УБ99112233 is no organisation', 'УБ99112233'],
  ['a taxpayer number', 'ttd=37900846788', '37900846788'],
  ['an amount', 'paid 125,500.00', '125,500'],
  ['a JWT', 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.AbC-_d', 'eyJ'],
  ['a credential', 'Authorization: Basic U0hPUDpwYXNz', 'U0hPUDpwYXNz'],
  ['base64', 'body 0JDQkSAxMjM0NTY3OA==', '0JDQkSAxMjM0NTY3OA'],
  ['base64 that looks like words', 'body NzkzMjcz', 'NzkzMjcz'],
  ['hexadecimal', 'sealed d090d0912031', 'd090d0912031'],
  ['a phone number with slashes', 'call 99/88/77/66', '99/88'],
  ['a phone number with dashes', 'call 99–88–77–66', '99–88'],
  ['a phone number with dots', 'call 99·88·77·66', '99·88'],
  ['a phone number with underscores', 'call 99_88_77_66', '99_88'],
  ['a phone number of wide digits', 'call ９９８８７７６６', '９９８８'],
  ['a PIN as a list', 'pin ["4","7","1","1"]', '"4","7"'],
  ['the user’s folder', `open ${homedir()}/x: EACCES`, homedir()],
])('%s is struck from a text', (_what, text, secret) => {
  expect(redacted(text)).not.toContain(secret)
})

test('what support needs stays: the id of a sale, a status, the name of a failure', () => {
  const text = `sale ${SALE}: EACCES, HTTP 503, SQLITE_CONSTRAINT_FOREIGNKEY in journal-test.sqlite`
  expect(redacted(text)).toBe(text)
})

test('a password is struck in every spelling', () => {
  const password = 'нууц "p%/'
  hideInLogs(password)
  const bytes = Buffer.from(password)
  const spellings = [
    password,
    encodeURIComponent(password),
    JSON.stringify(password),
    bytes.toString('base64'),
    bytes.toString('hex'),
  ]
  for (const spelling of spellings) expect(redacted(`was ${spelling} so`)).toMatch(/^was "?•+=*"? so$/)
})

test('an error is written with its class, code, message and frames, without folders', () => {
  const { log, lines } = kept()
  log.error('a command failed', { error: Object.assign(new TypeError('PIN 4711'), { code: 'EBUSY' }) })
  const { error } = lines()[0] as { error: { at: string[] } }
  expect(error).toMatchObject({ name: 'TypeError', code: 'EBUSY', message: 'PIN •••' })
  expect(error.at[0]).toMatch(/log-file\.test\.ts:\d+:\d+$/)
  expect(error.at.join()).not.toContain('/')
})

test('the name of every command and failure fits its field', () => {
  const { log, lines } = kept()
  for (const command of COMMAND_NAMES) log.info('command', { command })
  for (const kind of ['sale', 'x-report', 'e-receipt']) log.info('printed', { kind })
  for (const failure of FAILURE_NAMES) log.info('failure', { failure })
  expect(lines().filter((line) => line.command === '?' || line.failure === '?' || line.kind === '?')).toEqual(
    [],
  )
})

test('a password is struck in each spelling and case, at the end of what is read, and in a field', () => {
  const password = 'зөвхөн "нууц" p%/=ss'
  hideInLogs(password)
  hideInLogs('correcthorse')
  const signs = String.raw`a-b\c/d.e*f+g?h^i$j{k}l(m)n|o[p]`
  hideInLogs(signs)
  expect(redacted(`said ${signs}`)).toBe('said •••')
  const escaped = encodeURIComponent(password)
  const form = new URLSearchParams([['', password]]).toString()
  for (const text of [password.toUpperCase(), escaped, escaped.toLowerCase(), form, form.toLowerCase()])
    expect(redacted(text)).not.toMatch(/нууц|%d0%bd/i)
  expect(redacted('said CorrectHorse')).toBe('said •••')
  for (let read = 1; read < 12; read += 1)
    expect(redacted(`${'9'.repeat(3_999 - read)} correcthorse`)).toBe('•••')
  const { log, lines } = kept()
  log.info('a line', { step: 'correcthorse' })
  expect(lines()[0]).toMatchObject({ step: '?' })
})

test('a message that looks like a place in the program is struck too', () => {
  const { log, lines } = kept()
  log.error('failed', { error: new Error('said\n    at Nuuts9 (99887766:1:1)\n    at 99887766:1:1') })
  expect(JSON.stringify(lines()[0])).not.toMatch(/99887766|"Nuuts9/)
  expect(lines()[0]).toMatchObject({
    error: { at: expect.arrayContaining([expect.stringMatching(/^log-file\.test\.ts:/)]) },
  })
})
