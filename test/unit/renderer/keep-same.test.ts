import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepSame } from '../../../renderer/cashier/page/keep-same.ts'

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const line = (id: string, quantity: number) => ({ id, quantity, product: { name: id } })

test('an unchanged part stays the same object', () => {
  const before = { settings: { theme: 'dark' }, lines: [line('a', 1), line('b', 1)] }
  const after = keepSame(before, { settings: { theme: 'dark' }, lines: [line('a', 1), line('b', 2)] })
  expect(after.settings).toBe(before.settings)
  expect(after.lines[0]).toBe(before.lines[0])
  expect(after.lines).not.toBe(before.lines)
  expect(after.lines[1]?.product).toBe(before.lines[1]?.product)
})

test('an added or removed item or field counts as a change', () => {
  expect(keepSame([1, 2], [1])).toEqual([1])
  expect(keepSame([1], [1, 2])).toEqual([1, 2])
  expect(keepSame({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 })
  expect(keepSame({ a: 1, b: undefined }, { a: 1, c: undefined })).toStrictEqual({ a: 1, c: undefined })
})

test('a field named like an inherited property is treated as a field', () => {
  const odd = JSON.parse('{"__proto__":{"a":1},"toString":2}')
  expect(Object.entries(keepSame({ a: 1 }, odd))).toEqual(Object.entries(odd))
  expect(Object.entries(keepSame(odd, { b: 1 }))).toEqual([['b', 1]])
})

test('the result equals the newer value, whatever was before', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(asJson(keepSame(before, after))).toEqual(asJson(after))
      expect(keepSame(before, structuredClone(before))).toBe(before)
    }),
    { numRuns: 2000 },
  )
})
