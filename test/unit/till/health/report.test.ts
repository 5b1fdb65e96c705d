import { expect, test } from 'vitest'
import { healthText } from '../../../../main/till/health/report.ts'
import { FAILURE_NAMES, failure } from '../../../../shared/failure.ts'

const about = (...failures: readonly ReturnType<typeof failure>[]) =>
  failures.map((why) => ({
    ...({ check: 'service', finding: 'service.disconnected', state: 'bad' } as const),
    ...{ count: null, since: 1, failure: why, at: 1 },
  }))

test('every failure is printed with its detail in its place, or without one', () => {
  for (const language of ['mn', 'en'] as const)
    for (const name of FAILURE_NAMES)
      expect(healthText(about(failure(name), failure(name, 'x')), language)).not.toContain('{{')
})

test('the host and the issuer of a certificate that is not trusted are printed', () => {
  const why = failure(
    'CERTIFICATE_NOT_TRUSTED',
    'pay.shop.mn ← Filter of the school (SELF_SIGNED_CERT_IN_CHAIN)',
  )
  expect(healthText(about(why), 'en')).toContain('pay.shop.mn ← Filter of the school')
})
