import { expect, test } from 'vitest'
import { assertPinAllowed, createPinHasher, storedPin } from '../../../../main/shop/people/pin.ts'
import { CHEAP_SCRYPT_COST } from '../../../support/cheap-hashes.ts'

test('a PIN is stored as its scrypt hash with a salt of its own, and verified', async () => {
  const { hash, verify } = createPinHasher()
  const [one, other] = await Promise.all([hash('4826'), hash('4826')])
  expect(one.hash).not.toBe(other.hash)
  expect(JSON.stringify(one)).not.toMatch(/\b4826\b/)
  expect(await verify('4826', one)).toBe(true)
  expect(await verify('4827', one)).toBe(false)
})

test('a new hash has a cost of OWASP’s list of equally strong ones, and stores it', async () => {
  const { cost } = await createPinHasher().hash('4826')
  expect([
    { N: 2 ** 17, r: 8, p: 1 },
    { N: 2 ** 16, r: 8, p: 2 },
    { N: 2 ** 15, r: 8, p: 3 },
    { N: 2 ** 14, r: 8, p: 5 },
    { N: 2 ** 13, r: 8, p: 10 },
  ]).toContainEqual(cost)
})

test('a PIN is hashed beside the other work of the process', async () => {
  let turns = 0
  const working = setInterval(() => turns++, 1)
  await createPinHasher().hash('4826')
  clearInterval(working)
  expect(turns).toBeGreaterThan(3)
})

test('a hash is verified with the cost it was stored with', async () => {
  const cheap = await createPinHasher(CHEAP_SCRYPT_COST).hash('4826')
  const { verify, isOutdated } = createPinHasher()
  expect(await verify('4826', storedPin.parse(JSON.parse(JSON.stringify(cheap))))).toBe(true)
  expect(await verify('4827', cheap)).toBe(false)
  expect(isOutdated(cheap)).toBe(true)
})

test.each([
  { N: 2 ** 20, r: 8, p: 1 },
  { N: 2 ** 15, r: 32, p: 32 },
  { N: 3, r: 8, p: 1 },
  { N: 2 ** 17, r: 1, p: 1 },
])('a hash whose cost would stop the till, or is none of scrypt, is not verified (%o)', (cost) => {
  const stored = { salt: 'a'.repeat(32), hash: 'b'.repeat(64), cost }
  expect(storedPin.safeParse(stored).success).toBe(false)
})

test.each(['', '123', '123456789', '12a4', '４８２６', ' 4826'])('"%s" is not a PIN', (typed) => {
  expect(() => assertPinAllowed(typed)).toThrow('PIN_INVALID')
})

test.each(['1234', '87654321', '0000', '7777777', '0123', '9876'])(
  '%s is refused as easy to guess',
  (typed) => {
    expect(() => assertPinAllowed(typed)).toThrow('PIN_INVALID')
  },
)

test.each(['4826', '13579', '99887766', '1235'])('%s is accepted', (typed) => {
  expect(() => assertPinAllowed(typed)).not.toThrow()
})
