import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from '../../../../main/payment-service/client/read-json.ts'

for (const [text, problem] of [
  ['{"payment_status":"PENDING","payment_status":"PAID"}', 'a repeated key'],
  ['{"a":1,"\\u0061":2}', 'a repeated key'],
  ['{"rows":[{"id":1},{"id":2,"id":3}]}', 'a repeated key'],
  ['{"__proto__":{"count":0}}', 'a key __proto__'],
  ['{"rows":[{"\\u005f_proto__":1}]}', 'a key __proto__'],
  [`${'['.repeat(33)}${']'.repeat(33)}`, 'the depth'],
  [`${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'the depth'],
  ['{"a":NaN}', 'no JSON'],
  ['{"a":1}x', 'no JSON'],
  ['', 'no JSON'],
] as const)
  test(`${text.slice(0, 60)} is unreadable because of ${problem}`, () => {
    expect(readJson(text)).toEqual({ body: undefined, problem })
  })

test('equal keys of different objects, and marks within texts, are read', () => {
  const body = { a: { a: '{"a":1,"a":2}', b: ':,[]{}"\\' }, rows: [{ id: 1 }, { id: 1 }], 'a:b': '__proto__' }
  expect(readJson(JSON.stringify(body))).toEqual({ body, problem: null })
})

test('a text of a mebibyte is read', () => {
  const body = { text: `${'x'.repeat(500_000)}${'\\"'.repeat(200_000)}` }
  expect(readJson(JSON.stringify(body)).body).toEqual(body)
})

test('every JSON without the three problems is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      fc.pre(!text.includes('__proto__')) // a key of this name is refused, another text with it is read
      expect(readJson(text).body).toEqual(JSON.parse(text))
    }),
  )
})
