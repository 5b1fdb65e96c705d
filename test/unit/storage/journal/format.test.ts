import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { STORED_FORMS } from '../../../../main/storage/journal/index.ts'
import { saleSchema } from '../../../../shared/sale/sale.ts'

/**
 * Journals store sales as JSON. If this fails, the JSON of a sale has changed: raise STORED_FORMS, so that journals of earlier
 * builds are refused, and put the new values here.
 */
test('whoever changes the JSON schema of a stored sale also changes the format version of the journal', () => {
  const form = JSON.stringify(toJSONSchema(saleSchema, { unrepresentable: 'any' }))
  expect([STORED_FORMS, createHash('sha256').update(form).digest('hex').slice(0, 12)]).toEqual([
    10,
    'a5e4cc4ed3b4',
  ])
})
