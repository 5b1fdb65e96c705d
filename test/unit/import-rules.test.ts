import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenRules } from '../../scripts/import-rules.ts'
import { inProject } from '../../scripts/setup/project.mjs'

/** Forbidden imports, one for each rule: rule, file, content of the file. */
const FORBIDDEN = [
  ['shared-stands-alone', 'shared/money.ts', `import '../main/journal/index.ts'`],
  [
    'page-knows-shared-alone',
    'renderer/cashier/main.tsx',
    `import type { Journal } from '../../main/journal/index.ts'`,
  ],
  ['page-knows-commands-by-type', 'renderer/cashier/call.ts', `import '../../main/commands/index.ts'`],
  [
    'page-knows-commands-by-type',
    'renderer/cashier/call.ts',
    `import type { Journal } from '../../main/journal/index.ts'`,
  ],
  ['display-apart-from-cashier', 'renderer/display/main.tsx', `import '../cashier/cart.ts'`],
  ['cashier-apart-from-display', 'renderer/cashier/main.tsx', `import '../display/lines.ts'`],
  ['page-has-no-node', 'renderer/cashier/main.tsx', `import { readFileSync } from 'node:fs'`],
  ['preload-knows-shared-alone', 'preload/cashier.ts', `import '../main/journal/index.ts'`],
  ['main-knows-main-and-shared', 'main/sales/index.ts', `import '../../renderer/cashier/cart.ts'`],
  ['main-knows-main-and-shared', 'main/sales/index.ts', `export * from '../../scripts/demo.ts'`],
  ['modules-have-one-entry', 'main/sales/index.ts', `import { write } from '../journal/writer.ts'`],
  ['modules-have-one-entry', 'main/sales/index.ts', `import type { Row } from '../journal/writer.ts'`],
  ['top-uses-entries', 'main/terminal.ts', `await import('../main/journal/writer.ts')`],
  ['tests-use-entries-of-the-journal', 'scripts/demo.ts', `import '../main/journal/writer.ts'`],
  ['modules-do-not-know-the-top', 'main/sales/index.ts', `import '../terminal.ts'`],
  ['electron-in-its-modules', 'main/sales/index.ts', `import { app } from 'electron'`],
  ['electron-in-its-modules', 'renderer/cashier/main.tsx', `import 'electron'`],
  ['electron-in-its-modules', 'main/settings/index.ts', `import Store from 'electron-store'`],
  ['terminal-knows-no-electron', 'main/terminal.ts', `import './bridge/index.ts'`],
  ['sqlite-in-its-modules', 'main/sales/index.ts', `import { DatabaseSync } from 'node:sqlite'`],
  ['sqlite-in-its-modules', 'main/store/index.ts', `import type { DatabaseSync } from 'node:sqlite'`],
  [
    'journal-written-in-few-modules',
    'main/counter/index.ts',
    `import type { Journal } from '../store/index.ts'`,
  ],
  ['journal-stands-alone', 'main/journal/writer.ts', `import '../projections/index.ts'`],
  ['register-stands-alone', 'main/register/index.ts', `import '../projections/index.ts'`],
  ['projections-know-the-journal', 'main/projections/index.ts', `import '../backup/index.ts'`],
  ['backup-knows-what-it-fills', 'main/backup/index.ts', `import type { Journal } from '../store/index.ts'`],
  ['postgres-in-its-module', 'main/sales/index.ts', `import pg from 'pg'`],
  ['shop-database-stands-alone', 'main/shop-database/index.ts', `import '../journal/index.ts'`],
  ['shop-database-by-the-link', 'main/commands/index.ts', `import '../shop-database/index.ts'`],
  ['network-in-its-modules', 'main/sales/index.ts', `import { request } from 'undici'`],
  ['no-circles', 'main/journal/index.ts', `import './writer.ts'`],
  ['no-circles-between-modules', 'main/journal/index.ts', `import type { Sale } from '../bridge/index.ts'`],
  ['only-named-packages', 'shared/money.ts', `import 'enhanced-resolve'`],
  ['nothing-unresolved', 'shared/money.ts', `import './nowhere.ts'`],
  ['product-uses-product-packages', 'main/sales/index.ts', `import fc from 'fast-check'`],
] as const

/** A small product without forbidden imports, into which a test plants one. */
const ALLOWED = {
  'package.json': JSON.stringify({
    dependencies: { 'electron-store': '*', undici: '*' },
    devDependencies: { electron: '*', 'fast-check': '*' },
  }),
  'shared/money.ts': 'export const NOTHING = 0',
  'main/index.ts': `import { app } from 'electron'\nimport './terminal.ts'`,
  'main/terminal.ts': `import './journal/index.ts'`,
  'main/journal/index.ts': `import { DatabaseSync } from 'node:sqlite'\nimport { NOTHING } from '../../shared/money.ts'`,
  'main/journal/writer.ts': `import './index.ts'`,
  'main/projections/index.ts': `import { DatabaseSync } from 'node:sqlite'\nimport '../journal/index.ts'`,
  'main/backup/index.ts': `import { DatabaseSync } from 'node:sqlite'\nimport '../projections/index.ts'`,
  'main/store/index.ts': `import '../backup/index.ts'`,
  'main/bridge/index.ts': `import '../electron/index.ts'\nimport '../journal/index.ts'`,
  'main/electron/index.ts': `import { app } from 'electron'`,
  'main/shop-database/index.ts': 'export const nothing = 0',
  'main/service/index.ts': `import { request } from 'undici'`,
  'preload/cashier.ts': `import { contextBridge } from 'electron'\nimport { NOTHING } from '../shared/money.ts'`,
  'main/commands/index.ts': 'export type Name = string',
  'renderer/cashier/call.ts': `import type { Name } from '../../main/commands/index.ts'`,
  'renderer/cashier/cart.ts': `import { NOTHING } from '../../shared/money.ts'`,
  'renderer/display/lines.ts': `import { NOTHING } from '../../shared/money.ts'`,
  'scripts/demo.ts': `import '../main/terminal.ts'`,
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
