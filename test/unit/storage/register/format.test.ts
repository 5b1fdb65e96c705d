import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { toJSONSchema, type ZodType } from 'zod'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { openRegister } from '../../../../main/storage/register/index.ts'
import { productSchema } from '../../../../shared/shop/product.ts'
import { settingsSchema } from '../../../../shared/shop/settings.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const formOf = (schema: ZodType): string =>
  createHash('sha256')
    .update(JSON.stringify(toJSONSchema(schema, { unrepresentable: 'any' })))
    .digest('hex')
    .slice(0, 12)

/**
 * The register stores goods and settings as JSON. If this fails, the JSON of one of them has changed: raise the number in the
 * comment of the table (main/storage/register/integrity.ts), so that registers of earlier builds are refused, and put the new
 * values here.
 */
test('whoever changes the JSON schema of a stored product or setting also changes the format version of the register', async () => {
  const folder = temporaryFolder()
  ;(await openRegister({ folder, log: silentLog, now: Date.now })).close()
  const register = new DatabaseSync(join(folder, 'register.sqlite'))
  const { sql } = register.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'register'`).get() ?? {}
  register.close()
  const forms = Number(/forms of the bodies: (\d+)/.exec(String(sql))?.[1])
  expect([forms, formOf(productSchema), formOf(settingsSchema)]).toEqual([7, '57e8fbf16624', '3e89fcd55e35'])
})
