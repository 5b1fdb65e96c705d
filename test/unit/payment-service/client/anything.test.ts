import fc from 'fast-check'
import { expect, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { readAnswer, withJson } from '../../../../main/payment-service/client/calls.ts'
import * as decode from '../../../../main/payment-service/client/decode.ts'
import type { Decoder } from '../../../../main/payment-service/client/decode-fields.ts'
import { ServiceFailed } from '../../../../main/payment-service/client/index.ts'
import { createSecrets } from '../../../../main/payment-service/client/secrets.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import { CHECKED, CREATED, DETAIL, PAYMENT_SUMMARY, RECEIPT, ROW, SUMMARY, VOIDED } from './samples.ts'

const DECODERS: readonly Decoder<unknown>[] = [
  decode.tokenPairDecoder(1_780_000_000_000),
  decode.decodeCreatedInvoice,
  decode.invoiceDetailDecoder('inv-1'),
  decode.decodeInvoicePage,
  decode.decodeCheckPage,
  decode.paymentDetailDecoder(DETAIL.payment_id),
  decode.decodePaymentPage,
  decode.decodeEbarimt,
  decode.decodeVoidedEbarimt,
  decode.decodeNothing,
]
const SAMPLES: readonly object[] = [
  CREATED,
  CHECKED,
  { count: 1, rows: [SUMMARY] },
  { count: 1, rows: [PAYMENT_SUMMARY] },
  DETAIL,
  RECEIPT,
  VOIDED,
  ROW,
]

/** A valid answer with one field replaced by anything, or any JSON. */
const anyJson = fc
  .oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc
      .tuple(fc.constantFrom(...SAMPLES), fc.nat(), fc.jsonValue({ maxDepth: 1 }))
      .map(([sample, pick, value]) => {
        const keys = Object.keys(sample)
        return { ...sample, [keys[pick % keys.length] ?? '']: value }
      }),
  )
  .map((body) => JSON.stringify(body))
/** Bytes as the transport reads them: random ones, and a valid answer with some bytes removed or changed. */
const anyBytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .tuple(fc.constantFrom(...SAMPLES), fc.nat(), fc.uint8Array({ maxLength: 4 }))
      .map(([sample, at, bytes]) => {
        const whole = Buffer.from(JSON.stringify(sample))
        const cut = at % whole.length
        return Buffer.concat([whole.subarray(0, cut), bytes, whole.subarray(cut + bytes.length)])
      }),
  )
  .map((bytes) => new TextDecoder().decode(bytes))

const PARTS = { secrets: createSecrets(['x']), log: silentLog }
const STATUSES = [200, 200, 201, 400, 404, 429, 500]

/** Gives every text to every decoder, with varying status. Returns the number of cases. */
function throwAtDecoders(texts: fc.Arbitrary<string>, numRuns: number): number {
  let cases = 0
  const property = fc.property(texts, (text) => {
    for (const decoder of DECODERS) {
      const status = STATUSES[cases++ % STATUSES.length] ?? 200
      try {
        const answer = withJson(PARTS, { status, text, retryAfterMs: null })
        readAnswer(PARTS, 'refund payment', answer, decoder)
      } catch (error) {
        if (!(error instanceof ServiceFailed)) throw error
        if (status < 300 && error.failure.name !== 'BAD_ANSWER') throw error
      }
    }
  })
  fc.assert(property, { numRuns })
  return cases
}

test('an object with a toString of its own where a word belongs is a named failure or no answer to it', () => {
  const odd = { toString: null }
  const bodies = [
    { ...VOIDED, status: odd },
    { ...VOIDED, success: odd },
    { ...VOIDED, error: odd },
    { count: 0, rows: [], status: odd },
  ]
  expect(throwAtDecoders(fc.constantFrom(...bodies.map((body) => JSON.stringify(body))), 50)).toBeGreaterThan(
    0,
  )
})

test('for tens of thousands of random answers, a decoder gives a value or a named failure', () => {
  const cases = throwAtDecoders(anyJson, fullRuns(6_000)) + throwAtDecoders(anyBytes, fullRuns(4_000))
  expect(cases).toBeGreaterThanOrEqual(fullRuns(100_000))
})
