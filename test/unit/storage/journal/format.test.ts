import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { STORED_FORMS } from '../../../../main/storage/journal/index.ts'
import { saleSchema } from '../../../../shared/sale/sale.ts'

/**
 * Journals store sales as JSON. If this fails, a stored sale has another form: raise STORED_FORMS, so that journals of the
 * build before are refused, and put the new values here.
 */
test('a journal’s format changes when the form of a stored sale does', () => {
  const form = JSON.stringify(toJSONSchema(saleSchema, { unrepresentable: 'any' }))
  expect([STORED_FORMS, createHash('sha256').update(form).digest('hex').slice(0, 12)]).toEqual([
    3,
    '48880dcba63c',
  ])
})
