import { expect, test } from 'vitest'
import { assertPinAllowed, hashPin, verifyPin } from '../../../main/staff/pin.ts'

test('a PIN is stored as its scrypt hash with a salt of its own, and verified', async () => {
  const [one, other] = await Promise.all([hashPin('4826'), hashPin('4826')])
  expect(one.hash).not.toBe(other.hash)
  expect(JSON.stringify(one)).not.toMatch(/\b4826\b/)
  expect(await verifyPin('4826', one)).toBe(true)
  expect(await verifyPin('4827', one)).toBe(false)
})

test.each(['', '123', '123456789', '12a4', '４８２６', ' 4826'])('"%s" is not a PIN', (typed) => {
  expect(() => assertPinAllowed(typed)).toThrow('PIN_INVALID')
})

test.each(['1234', '87654321', '0000', '7777777', '0123', '9876'])(
  '%s is refused as easy to guess',
  (typed) => {
    expect(() => assertPinAllowed(typed)).toThrow('PIN_WEAK')
  },
)

test.each(['4826', '13579', '99887766', '1235'])('%s is accepted', (typed) => {
  expect(() => assertPinAllowed(typed)).not.toThrow()
})
