import { describe, expect, test } from 'vitest'
import { parsePracticeAddress } from '../../../../main/payment-service/practice/index.ts'

const address = {
  url: 'http://127.0.0.1:4000',
  username: 'u',
  password: 'p',
  invoice_code: 'c',
  control: 'http://127.0.0.1:4001',
  control_token: 't',
}

describe('the address of a practice service', () => {
  test('is read from its line of text', () => {
    expect(parsePracticeAddress(`${JSON.stringify(address)}\n`)).toEqual(address)
  })

  test.for([
    { url: 'http://example.com:4000' },
    { url: 'http://127.0.0.1.example.com' },
    { url: 'http://127.0.0.1@example.com' },
    { url: 'https://127.0.0.1:4000' },
    { url: 'http://127.0.0.1:4000/elsewhere' },
    { control: 'http://10.0.0.1:4001' },
    { control: 'file:///etc/passwd' },
    { password: '' },
    { password: undefined },
    { more: 1 },
  ])('is refused with %j', (change) => {
    expect(parsePracticeAddress(JSON.stringify({ ...address, ...change }))).toBeNull()
  })

  test.for(['', 'null', '[]', '{', 'http://127.0.0.1:4000'])('is not read from the text %j', (text) => {
    expect(parsePracticeAddress(text)).toBeNull()
  })
})
