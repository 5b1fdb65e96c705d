import { globSync, readFileSync } from 'node:fs'
import { inProject } from '../scripts/run/setup/project.mjs'

/**
 * The test files that only `npm run test:all` runs, each with its reason; `npm test` runs all others. A file belongs here if
 * it takes long and an ordinary change does not break it, or if it needs more than a till: a server, another program, old files.
 */
const SHOP = 'Starts a PostgreSQL server; a till without a shop database uses none of it.'
const DAMAGE =
  'Damages the till’s files in many ways; what is sold, paid and printed every day uses none of it.'
const KILLS = 'Kills or stops tills at many moments.'
const UPDATES = 'Updates of the program; a till at work uses none of it.'

export const WHOLE_ONLY: Readonly<Record<string, string>> = {
  'test/integration/many-tills/server/*.test.ts': SHOP,
  'test/integration/many-tills/link/*.test.ts': SHOP,
  'test/integration/scripts/trials/torture-shop.test.ts': SHOP,
  'test/integration/scripts/trials/torture.test.ts': 'Kills tills under faults for minutes.',
  'test/integration/storage/power-loss.test.ts': 'Compiles a shim in C, and cuts the power at many moments.',
  'test/integration/storage/power-loss-files.test.ts': 'Cuts the power to processes, with the shim in C.',
  'test/integration/storage/rescue-cut-off.test.ts':
    'Cuts the power to a journal and a register at many moments, with the shim in C.',
  'test/integration/shop/staff-killed.test.ts': 'Kills many processes, and cuts the power to them.',
  'test/integration/shop/hostile-stick.test.ts': 'Prepares copies of a shop that only an attacker makes.',
  'test/integration/payment-service/contract/client-faults.test.ts':
    'Every operation with every fault; the tests of invoices, refunds and e-receipts have the faults that a sale meets.',
  'test/integration/payment-service/contract/anything.test.ts':
    'Random requests at the practice service, which no shop uses.',
  'test/integration/storage/private-files.test.ts':
    'Starts a till under each umask, and looks at the rights of all of its files.',
  'test/integration/shop/keyring.test.ts': 'Starts Electron, a session bus and a keyring.',
  'test/integration/paper/cups.test.ts': 'Starts a real printing system.',
  'test/integration/paper/raw-queue-till.test.ts': 'Starts a real printing system.',
  'test/integration/paper/spooler.test.ts': 'Raw queues of Windows, with a child process for each test.',
  'test/integration/paper/windows-spooler.test.ts':
    'Compiles the program for the spooler of Windows with Mono.',
  'test/integration/paper/com-port.test.ts': 'COM ports of Windows, with a child process for each test.',
  'test/integration/paper/powershell.test.ts': 'The child process that stands between the till and Windows.',
  'test/integration/storage/locked-files.test.ts':
    'Locks of Windows; on other systems its tests are skipped.',
  'test/integration/paper/receipt-pdf.test.ts': 'Reads PDFs with the programs of poppler and zbar.',
  'test/integration/paper/receipt-read-back.test.ts': 'Reads prints by OCR.',
  'test/unit/shop/tables/hostile-files.test.ts': 'Files of millions of cells that only an attacker makes.',
  'test/unit/scripts/measure/seed-history.test.ts':
    'Fills journals with thousands of invented sales, for measurements.',
  'test/integration/shop/set-up.test.ts': 'Tills that an office sets up from a file.',
  'test/integration/till/audit-with-the-change.test.ts': KILLS,
  'test/integration/sale/restart.test.ts': KILLS,
  'test/integration/sale/return-restart.test.ts': KILLS,
  'test/integration/storage/journal-and-time.test.ts':
    'Restores, full disks, wrong clocks and time zones, for the most part in processes of their own.',
  'test/integration/till/updates.test.ts': UPDATES,
  'test/unit/till/updates/app-image.test.ts': UPDATES,
  'test/unit/till/updates/sign-update.test.ts': UPDATES,
  'test/unit/till/updates/updates.test.ts': UPDATES,
  'test/integration/books/books-after-restores.test.ts': DAMAGE,
  'test/integration/storage/register-damage.test.ts': DAMAGE,
  'test/unit/storage/damaged-files.test.ts': DAMAGE,
  'test/unit/storage/journal/damage.test.ts': DAMAGE,
  'test/unit/storage/journal/merge-in-slices.test.ts': DAMAGE,
  'test/unit/storage/journal/rescue.test.ts': DAMAGE,
  'test/unit/storage/journal/tampering.test.ts': DAMAGE,
  'test/unit/storage/register/damage.test.ts': DAMAGE,
  'test/unit/storage/journal/upgrade-killed.test.ts': UPDATES,
  'test/unit/storage/journal/upgrade.test.ts': UPDATES,
}

/** The test files that take a part of their cases in `npm test`, and all in `npm run test:all` and `npm run prove -- laws`. */
export const searches = (): readonly string[] =>
  globSync('test/{unit,integration}/**/*.test.ts', { cwd: inProject('.') }).filter((file) =>
    readFileSync(inProject(file), 'utf8').includes("support/full-runs.ts'"),
  )
