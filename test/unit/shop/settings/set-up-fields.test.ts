import { expect, test } from 'vitest'
import { AUDITED_FIELDS } from '../../../../shared/shop/setting-changes.ts'
import { LOCK_SCREEN_KEYS } from '../../../../shared/shop/settings.ts'
import { FILED_FIELDS } from '../../../../shared/shop/shop-file.ts'

test('the audit trail tells when each field of a shop file was changed, but for those that the till keeps', () => {
  const unknown = FILED_FIELDS.filter((field) => !AUDITED_FIELDS.includes(field))
  expect(unknown.filter((field) => !LOCK_SCREEN_KEYS.some((key) => key === field))).toEqual(['logo']) // setLogo writes a row of its own
})
