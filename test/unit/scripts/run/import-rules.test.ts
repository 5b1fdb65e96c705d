import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenRules } from '../../../../scripts/run/import-rules.ts'
import { inProject } from '../../../../scripts/run/setup/project.mjs'

/** Forbidden imports: rule, file, content of the file. */
const FORBIDDEN = [
  ['wings-in-order', 'main/sale/index.ts', `import type { Reports } from '../books/reports/index.ts'`],
  ['wings-in-order', 'main/till/start-till.ts', `import '../electron/index.ts'`],
  ['storage-in-order', 'main/storage/journal/writer.ts', `import '../projections/index.ts'`],
  ['storage-in-order', 'main/storage/backup/index.ts', `import type { Journal } from '../store/index.ts'`],
  ['page-in-order', 'renderer/cashier/parts/label.tsx', `import '../rooms/goods.tsx'`],
  ['page-in-order', 'renderer/cashier/rooms/goods.tsx', `import '../counter/cart.tsx'`],
  ['shared-in-order', 'shared/money/money.ts', `import '../sale/apply.ts'`],
  ['scripts-in-order', 'scripts/run/start.ts', `import type { Seed } from '../trials/torture.ts'`],
  ['rooms-have-one-entry', 'main/sale/index.ts', `import { write } from '../storage/journal/writer.ts'`],
  ['rooms-have-one-entry', 'main/sale/run/index.ts', `import type { Row } from '../../storage/journal/writer.ts'`],
  ['rooms-have-one-entry', 'main/electron/index.ts', `import '../till/start-till.ts'`],
  ['rooms-have-one-entry', 'main/till/start-till.ts', `await import('../storage/journal/writer.ts')`],
  ['tests-use-entries-of-storage', 'scripts/demo.ts', `import '../main/storage/journal/writer.ts'`],
  ['shared-stands-alone', 'shared/money/money.ts', `import '../../main/storage/journal/index.ts'`],
  ['page-knows-shared-alone', 'renderer/cashier/main.tsx', `import type { Journal } from '../../main/storage/journal/index.ts'`],
  ['page-knows-commands-by-type', 'renderer/cashier/page/call.ts', `import '../../../main/till/commands/index.ts'`],
  ['page-knows-commands-by-type', 'renderer/cashier/page/call.ts', `import type { Journal } from '../../../main/storage/journal/index.ts'`],
  ['page-changes-no-sale', 'renderer/cashier/main.tsx', `import '../../shared/sale/apply.ts'`],
  ['page-has-no-node', 'renderer/cashier/main.tsx', `import { readFileSync } from 'node:fs'`],
  ['page-has-no-node', 'shared/money/money.ts', `import { isDeepStrictEqual } from 'node:util'`],
  ['display-apart-from-cashier', 'renderer/display/main.tsx', `import '../cashier/counter/cart.tsx'`],
  ['cashier-apart-from-display', 'renderer/cashier/main.tsx', `import '../display/lines.ts'`],
  ['preload-knows-shared-alone', 'preload/cashier.ts', `import '../main/storage/journal/index.ts'`],
  ['main-knows-main-and-shared', 'main/sale/index.ts', `import '../../renderer/cashier/counter/cart.tsx'`],
  ['main-knows-main-and-shared', 'main/sale/index.ts', `export * from '../../scripts/demo.ts'`],
  ['electron-in-its-wing', 'main/sale/index.ts', `import { app } from 'electron'`],
  ['electron-in-its-wing', 'renderer/cashier/main.tsx', `import 'electron'`],
  ['electron-in-its-wing', 'main/shop/goods/index.ts', `import Store from 'electron-store'`],
  ['sqlite-in-storage', 'main/sale/index.ts', `import { DatabaseSync } from 'node:sqlite'`],
  ['sqlite-in-storage', 'main/storage/store/index.ts', `import type { DatabaseSync } from 'node:sqlite'`],
  ['postgres-in-its-room', 'main/sale/index.ts', `import pg from 'pg'`],
  ['network-in-its-rooms', 'main/sale/index.ts', `import { request } from 'undici'`],
  ['journal-written-in-few-rooms', 'main/sale/index.ts', `import type { Journal } from '../storage/store/index.ts'`],
  ['shop-database-by-the-link', 'main/till/start-till.ts', `import '../many-tills/server/index.ts'`],
  ['shop-database-stands-alone', 'main/many-tills/server/index.ts', `import '../../storage/journal/index.ts'`],
  ['no-circles', 'main/storage/journal/index.ts', `import './writer.ts'`],
  ['no-circles', 'main/storage/journal/index.ts', `import type { Row } from './writer.ts'`],
  ['only-named-packages', 'shared/money/money.ts', `import 'enhanced-resolve'`],
  ['nothing-unresolved', 'shared/money/money.ts', `import './nowhere.ts'`],
  ['product-uses-product-packages', 'main/sale/index.ts', `import fc from 'fast-check'`],
] as const // biome-ignore format: a table reads better in rows

/** A small product without forbidden imports, into which a test plants one. */
const ALLOWED = {
  'package.json': JSON.stringify({
    dependencies: { 'electron-store': '*', undici: '*' },
    devDependencies: { electron: '*', 'fast-check': '*' },
  }),
  'shared/money/money.ts': 'export const NOTHING = 0',
  'shared/sale/apply.ts': 'export const nothing = 0',
  'main/index.ts': `import { app } from 'electron'\nimport './electron/index.ts'`,
  'main/base/clock.ts': 'export const now = 0',
  'main/storage/journal/index.ts': `import { DatabaseSync } from 'node:sqlite'\nimport { NOTHING } from '../../../shared/money/money.ts'`,
  'main/storage/journal/writer.ts': `import './index.ts'\nimport '../../base/clock.ts'`,
  'main/storage/projections/index.ts': `import { DatabaseSync } from 'node:sqlite'\nimport '../journal/index.ts'`,
  'main/storage/backup/index.ts': `import { DatabaseSync } from 'node:sqlite'\nimport '../projections/index.ts'`,
  'main/storage/store/index.ts': `import '../backup/index.ts'`,
  'main/storage/register/index.ts': `import '../backup/index.ts'`,
  'main/shop/goods/index.ts': `import '../../storage/register/index.ts'`,
  'main/sale/index.ts': `import './run/index.ts'`,
  'main/sale/run/index.ts': `import type { Journal } from '../../storage/store/index.ts'\nimport '../../../shared/sale/apply.ts'`,
  'main/payment-service/client/index.ts': `import { request } from 'undici'`,
  'main/books/reports/index.ts': `import '../../sale/index.ts'`,
  'main/many-tills/server/index.ts': `import '../../base/clock.ts'`,
  'main/till/start-till.ts': `import './commands/index.ts'\nimport '../storage/journal/index.ts'`,
  'main/till/index.ts': `import './start-till.ts'`,
  'main/till/commands/index.ts': 'export type Name = string',
  'main/electron/index.ts': `import { app } from 'electron'\nimport '../till/index.ts'`,
  'preload/cashier.ts': `import { contextBridge } from 'electron'\nimport { NOTHING } from '../shared/money/money.ts'`,
  'renderer/cashier/page/call.ts': `import type { Name } from '../../../main/till/commands/index.ts'`,
  'renderer/cashier/parts/label.tsx': `import '../page/call.ts'`,
  'renderer/cashier/rooms/goods.tsx': `import '../parts/label.tsx'`,
  'renderer/cashier/counter/cart.tsx': `import { NOTHING } from '../../../shared/money/money.ts'\nimport '../rooms/goods.tsx'`,
  'renderer/display/lines.ts': `import { NOTHING } from '../../shared/money/money.ts'`,
  'scripts/demo.ts': `import '../main/till/index.ts'`,
  'scripts/run/start.ts': `import '../../main/till/index.ts'`,
  'scripts/trials/torture.ts': `import '../run/start.ts'`,
}

async function rulesBrokenWith(planted: Record<string, string>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-imports-'))
  try {
    for (const [file, text] of Object.entries({ ...ALLOWED, ...planted })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\n`)
    }
    symlinkSync(inProject('node_modules'), join(folder, 'node_modules'), 'junction')
    return (await brokenRules(folder)).map(({ rule }) => rule)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a product with only allowed imports breaks no rule', async () => {
  expect(await rulesBrokenWith({})).toEqual([])
})

test.each(FORBIDDEN)('the rule "%s" refuses that %s has %s', async (rule, file, text) => {
  expect(await rulesBrokenWith({ [file]: text })).toContain(rule)
})
