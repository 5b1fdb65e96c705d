/** The file that passes a shop on: sealed with a code or without secrets, and refused by name when it does not fit. */
import { createCipheriv, createHash, randomUUID, scryptSync } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  filedSettings,
  newCode,
  openSealed,
  openText,
  readFileText,
  readShopFile,
  type SealedFile,
  sealedText,
} from '../../../../main/shop/files/index.ts'
import { MOST_HEAD, readHead, readText } from '../../../../main/shop/files/shop-file.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { SHOP_FILE_VERSION } from '../../../../shared/shop/shop-file.ts'
import { CHEAP_SCRYPT_COST } from '../../../support/cheap-hashes.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const PASSWORD = 'the merchant’s own password'
const merchant = { baseUrl: 'https://pay.example', username: 'SHOP_1', invoiceCode: 'SHOP_INVOICE' }
const setUp = (): SealedFile => ({
  ...filedSettings({ ...FIRST_SETTINGS, merchant }, null, 1_764_000_000_000),
  password: PASSWORD,
  people: [
    {
      id: 'p1',
      name: 'Болормаа',
      role: 'owner',
      active: true,
      pin: { salt: 'a'.repeat(32), hash: 'b'.repeat(64), cost: { N: 2, r: 1, p: 1 } },
    },
  ],
  terminals: { 'pos-07': 'K07' },
  goods: { lines: new TextEncoder().encode('{"code":"11"}\n'), count: 1 },
})
/** The cost of the lock does not matter to these tests. */
const cheaplySealed = (code: string) => sealedText(setUp(), code, CHEAP_SCRYPT_COST)
/** Without the thread, which has tests of its own. */
const read = (text: string, code: string) => readText(text, code === '' ? null : code)
const refusal = (text: string, code: string) =>
  readText(text, code).then(
    () => null,
    (error: Error) => error.message,
  )
type Content = Readonly<Record<string, unknown>> & { readonly sealed: string; readonly lock: object }
const contentOf = (text: string) => JSON.parse(text) as Content
/** Changes the file as somebody does who knows how its sum is made. */
const withSum = ({ sealed, ...content }: Content): string => {
  const { format, version, at, shop, terminal, lock } = content as Record<string, unknown>
  const sum = createHash('sha256')
    .update(JSON.stringify([format, version, at, shop, terminal, lock]))
    .update(sealed)
    .digest('hex')
  return JSON.stringify({ ...content, sealed, sum })
}

test('a sealed file opens with its code, however the digits are grouped, and has all that was put in', async () => {
  const code = newCode()
  const text = await sealedText(setUp(), code)
  expect(await openSealed(text, code)).toMatchObject(setUp())
  expect(await openSealed(text, ` ${code.replace(/(\d{5})/g, '$1 ')}\n`)).toMatchObject(setUp())
  expect(await openSealed(text, code.replace(/(\d{5})(?=\d)/g, '$1-'))).toMatchObject(setUp())
})

test('without the code a person reads whose file it is, and no secret, no person and no setting', async () => {
  const text = await cheaplySealed(newCode())
  expect(readHead(text)).toMatchObject({
    ...{ at: 1_764_000_000_000, shop: FIRST_SETTINGS.shop.name, terminal: 'K01' },
    ...{ sealed: true, people: 0 },
  })
  for (const secret of [PASSWORD, 'Болормаа', 'b'.repeat(64), merchant.username, merchant.baseUrl, 'pos-07'])
    for (const spelled of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')])
      expect(text).not.toContain(spelled)
})

test('sealing the same content twice gives two different files', async () => {
  const [one, other] = [await cheaplySealed('1'.repeat(25)), await cheaplySealed('1'.repeat(25))]
  expect(contentOf(one).sealed.slice(0, 40)).not.toBe(contentOf(other).sealed.slice(0, 40))
})

test.each(['', '12345', '1'.repeat(24), '1'.repeat(25), 'a'.repeat(25)])(
  'the code "%s" of another file opens nothing',
  async (code) => {
    expect(await refusal(await cheaplySealed(newCode()), code)).toBe('SHOP_FILE_CODE_WRONG')
  },
)

test('a file that is cut off, changed or something else is told apart from a wrong code', async () => {
  const code = newCode()
  const text = await cheaplySealed(code)
  const { sealed } = contentOf(text)
  const changed = `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`
  const damaged = [
    '',
    'no JSON',
    '[]',
    text.slice(0, -20),
    JSON.stringify({ ...contentOf(text), sealed: changed }),
    JSON.stringify({ ...contentOf(text), shop: 'Another shop' }),
    JSON.stringify({ ...contentOf(text), more: 1 }),
  ]
  for (const one of damaged) expect(await refusal(one, code)).toBe('FILE_DAMAGED')
})

test('a file whose readable part was exchanged, with its sum, does not open', async () => {
  const code = newCode()
  const text = await cheaplySealed(code)
  expect(await refusal(withSum(contentOf(text)), code)).toBeNull()
  expect(await refusal(withSum({ ...contentOf(text), shop: 'Another shop' }), code)).toBe(
    'SHOP_FILE_CODE_WRONG',
  )
  const short = { ...contentOf(text), sealed: '' }
  expect(await refusal(withSum(short), code)).toBe('SHOP_FILE_CODE_WRONG')
})

test('a prepared file cannot take the memory of the till', async () => {
  const content = contentOf(await cheaplySealed(newCode()))
  const lock = { ...content.lock, N: 2 ** 24 }
  expect(await refusal(withSum({ ...content, lock }), '1'.repeat(25))).toBe('FILE_DAMAGED')
})

/** A file with any content inside, sealed as somebody does who has the code. */
function sealedWith(inside: Buffer, { lock, ...content }: Content, code: string): string {
  const { N, r, p, salt, nonce } = lock as Record<string, string> & Record<'N' | 'r' | 'p', number>
  const bytes = (text = ''): Buffer => Buffer.from(text, 'base64')
  const key = scryptSync(code, bytes(salt), 32, { N, r, p, maxmem: 256 * r * (N + p) })
  const cipher = createCipheriv('aes-256-gcm', key, bytes(nonce))
  const { format, version, at, shop, terminal } = content as Record<string, unknown>
  cipher.setAAD(Buffer.from(JSON.stringify([format, version, at, shop, terminal, lock])))
  const sealed = Buffer.concat([cipher.update(inside), cipher.final(), cipher.getAuthTag()])
  return withSum({ ...content, lock, sealed: sealed.toString('base64') })
}

test('a sealed file whose content is not compressed, no JSON, or something else is damaged', async () => {
  const code = newCode()
  const content = contentOf(await cheaplySealed(code))
  for (const inside of [Buffer.from('not compressed'), gzipSync('no JSON'), gzipSync('{}')])
    expect(await refusal(sealedWith(inside, content, code), code)).toBe('FILE_DAMAGED')
})

/** Both forms with these parts, as somebody writes them who knows the format, and the code of the sealed one. */
async function formsWith(spoil: (parts: Record<string, Part>) => object) {
  const code = newCode()
  const sealed = contentOf(await cheaplySealed(code))
  const { at: _at, shop: _shop, terminal: _terminal, ...parts } = setUp()
  const inside = { ...parts, goods: { count: 1 } }
  const open = JSON.parse(openText(openParts())) as Record<string, Part>
  return [
    { text: JSON.stringify(spoil(open)), code: '' },
    {
      text: sealedWith(
        gzipSync(`${JSON.stringify(spoil(inside as unknown as Record<string, Part>))}\n`),
        sealed,
        code,
      ),
      code,
    },
  ]
}
type Part = Record<string, unknown>

test.each([
  [
    'with a wrong setting',
    ({ settings, ...file }: Record<string, Part>) => ({
      ...file,
      settings: { ...settings, shop: { ...(settings?.shop as Part), taxpayerNumber: '12' } },
    }),
    'shop.taxpayerNumber',
  ],
  [
    'without a setting',
    ({ settings: { lockMinutes: _, ...settings } = {}, ...file }: Record<string, Part>) => ({
      ...file,
      settings,
    }),
    'lockMinutes',
  ],
  [
    'with an unknown setting',
    ({ settings, ...file }: Record<string, Part>) => ({ ...file, settings: { ...settings, pollMS: 1 } }),
    'pollMS',
  ],
  ['with an unknown part', (file: Record<string, Part>) => ({ ...file, secret: 'x' }), 'secret'],
])('a file %s is refused by its name, sealed or not', async (_what, spoil, field) => {
  for (const { text, code } of await formsWith(spoil))
    await expect(read(text, code)).rejects.toThrow(`SHOP_FILE_WRONG: ${field}`)
})

test('a file in which two people have one id is refused by its name, sealed or not', async () => {
  const twice = ({ people, ...file }: Record<string, Part>) => {
    const [one] = people as unknown as Part[]
    return { ...file, people: [one, { ...one, role: 'cashier' }] }
  }
  for (const { text, code } of await formsWith(twice as never))
    await expect(read(text, code)).rejects.toThrow('SHOP_FILE_WRONG: people')
})

test('a file of a terminal code that no till may have is damaged', async () => {
  for (const terminal of ['../../x', 'K0123456789'])
    await expect(
      read(JSON.stringify({ ...JSON.parse(openText(openParts())), terminal }), ''),
    ).rejects.toThrow('FILE_DAMAGED')
})

test.each(['open', 'sealed'])(
  'a file that is %s is parsed beside the other work of the process',
  async (kind) => {
    const code = newCode()
    const brackets = `{"settings": [${'[],'.repeat(300_000)}[]]}`
    const text =
      kind === 'open'
        ? openText(openParts()).replace('"settings": {', `"settings": ${brackets}, "more": {`)
        : sealedWith(gzipSync(`${brackets}\n`), contentOf(await cheaplySealed(code)), code)
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    await expect(readShopFile(text, kind === 'open' ? '' : code)).rejects.toThrow(
      /^(FILE_DAMAGED|SHOP_FILE_WRONG)/,
    )
    expect(parse).not.toHaveBeenCalled()
  },
)

test('a list shows what a copy has, also with a thousand people with long names, without reading its settings', () => {
  const person = { name: 'ᠮ'.repeat(60), role: 'manager', active: false } as const
  const text = openText({
    ...openParts(),
    people: Array.from({ length: 1000 }, () => ({ ...person, id: randomUUID() })),
    sales: { mode: 'test', count: 7, journal: 'journal-test-20261124-120000-1-7.sqlite' },
  })
  const begin = Buffer.from(text.slice(0, text.indexOf('"settings"') + 15))
  expect(readHead(begin.toString('utf8', 0, MOST_HEAD))).toMatchObject({
    terminal: 'K01',
    sealed: false,
    mode: 'test',
    sales: 7,
    people: 1000,
  })
})

test.each([
  ['unpacks to more than the goods of any shop', `{}\n${'\n'.repeat(2 ** 28)}`],
  ['has far more beside its goods than any shop', `{"x": "${'x'.repeat(5_000_000)}"}`],
])('a sealed file that %s is damaged', async (_what, content) => {
  const code = newCode()
  const file = sealedWith(gzipSync(content), contentOf(await cheaplySealed(code)), code)
  expect(await refusal(file, code)).toBe('FILE_DAMAGED')
})

test('a file whose cost is none of scrypt is damaged', async () => {
  const content = contentOf(await cheaplySealed(newCode()))
  const lock = { ...content.lock, N: 3 }
  expect(await refusal(withSum({ ...content, lock }), '1'.repeat(25))).toBe('FILE_DAMAGED')
})

test('a file of a newer program is refused with its version, sealed or not', async () => {
  const newer = (content: object) =>
    JSON.stringify({ ...content, version: SHOP_FILE_VERSION + 1, unknown: true })
  const sealed = newer(contentOf(await cheaplySealed(newCode())))
  for (const [text, code] of [
    [sealed, '1'.repeat(25)],
    [newer(JSON.parse(openText(openParts()))), ''],
  ] as const)
    await expect(read(text, code)).rejects.toThrow(`FROM_FUTURE: ${SHOP_FILE_VERSION + 1}`)
})

test('a missing file has another failure than a damaged one', async () => {
  const file = join(temporaryFolder(), 'shop-K01.json')
  await expect(readFileText(file)).rejects.toThrow(`FILE_MISSING: ${file}`)
})

test.each([
  ['brackets', '['.repeat(1_000_000)],
  ['brackets after the mark of the sealed part', `{"sealed": "", "x": ${'['.repeat(1_000_000)}`],
  ['a sealed part without an end', `{"sealed": "${'A'.repeat(1_000_000)}`],
  ['a sealed part of other letters', `{"sealed": "${'['.repeat(1_000_000)}"}`],
])('a prepared file of %s is told as damaged and is not parsed', async (_name, text) => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  expect(() => readHead(text)).toThrow('FILE_DAMAGED')
  await expect(read(text, '1'.repeat(25))).rejects.toThrow('FILE_DAMAGED')
  expect(Math.max(0, ...parse.mock.calls.map(([parsed]) => parsed.length))).toBeLessThan(20_000)
})

const openParts = () => {
  const { password: _password, terminals: _terminals, ...file } = setUp()
  const people = file.people.map(({ pin: _pin, ...person }) => person)
  return { ...file, people, goods: null, sales: null }
}

test.each(['', 'shop=1', '{"version":1}', openText(openParts()).slice(0, -40)])(
  'a file without secrets that is incomplete or something else is damaged (%#)',
  async (text) => {
    await expect(read(text, '')).rejects.toThrow('FILE_DAMAGED')
  },
)

test('a file without secrets opens without a code, and sets up no till', async () => {
  const text = openText(openParts())
  expect(await read(text, '')).toEqual(openParts())
  expect(await read(text, '1'.repeat(25))).toEqual(openParts())
  await expect(openSealed(text, newCode())).rejects.toThrow('SHOP_FILE_NOT_SEALED')
})

test('a sealed file needs its code wherever a file without secrets is read', async () => {
  const code = newCode()
  const text = await cheaplySealed(code)
  expect(await readShopFile(text, code)).toMatchObject(setUp())
  await expect(readShopFile(text, '')).rejects.toThrow('SHOP_FILE_SEALED')
})

test.each([
  ['the hash of a PIN', { people: setUp().people }],
  ['the merchant’s password', { password: PASSWORD }],
  ['codes of terminals', { terminals: {} }],
])('a file that is not sealed is neither written nor read with %s', async (_what, secret) => {
  const file = { ...openParts(), ...secret }
  expect(() => openText(file)).toThrow()
  const text = openText(openParts())
  const prepared = JSON.stringify({ ...JSON.parse(text), ...secret })
  await expect(read(prepared, '')).rejects.toThrow(/^(FILE_DAMAGED|SHOP_FILE_WRONG)/)
})
