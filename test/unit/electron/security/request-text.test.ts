import { expect, test } from 'vitest'
import { parseRequest } from '../../../../main/electron/request-text.ts'

test('a request is JSON, or nothing', () => {
  expect(parseRequest('{"code":"1"}')).toEqual({ request: { code: '1' } })
  expect(parseRequest(undefined)).toEqual({ request: undefined })
  for (const sent of [{ code: '1' }, ['1'], 7, null, new Map(), '{"code":', 'undefined', ''])
    expect(parseRequest(sent)).toBeNull()
})

test('a text that is longer than any request is not read', () => {
  expect(parseRequest(`"${'x'.repeat(3_000_000)}"`)).not.toBeNull()
  expect(parseRequest(`"${'x'.repeat(8_000_000)}"`)).toBeNull()
})

test('half of an emoji is replaced by U+FFFD, and a NUL character is removed', () => {
  for (const sent of ['"a\\ud83d"', '"a\\uD83D"', '"a\ud83d"', '"\\u0000a\ufffd"'])
    expect(parseRequest(sent)).toEqual({ request: 'a\ufffd' })
  expect(parseRequest('{"note":"\\ud83d\\ude00","more":["\\ud83d"]}')).toEqual({
    request: { note: '\u{1F600}', more: ['\ufffd'] },
  })
})
