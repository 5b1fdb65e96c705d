import { randomDigits, randomSecret } from './random-text.ts'
import type { Identity } from './records.ts'

/** Credentials as a service would give a merchant, made at random. */
export const newIdentity = (): Identity => ({
  kind: 'identity',
  username: `PRACTICE_${randomDigits(6)}`,
  password: randomSecret(),
  invoice_code: `PRACTICE_${randomDigits(4)}_INVOICE`,
  control_token: randomSecret(),
})
