/** What is run for each command of README.md, and what it must leave. */

export type Door = {
  /** The smallest form of the command. OUT is a folder of the run. */
  readonly run: string
  /** What its output must contain. */
  readonly says?: RegExp
  /** Patterns of files that must be there afterwards; those without OUT are in the copy. */
  readonly leaves?: readonly string[]
  /** Runs until it is ended, and says this when it is ready. */
  readonly ready?: RegExp
  /** `needed`: without Electron it says so in one line and fails. `used`: it takes Electron where there is one. */
  readonly electron?: 'needed' | 'used'
}

const TESTS_PASSED = /^\d+ passed, 0 failed$/m
const PICTURES = ['01-till-empty.png', '13-till-english.png', 'receipt.png', 'receipt.bin', 'result.json']

/** Without a display, `npm start` runs the demo. */
const START: Door =
  process.platform === 'linux'
    ? {
        run: 'npm start',
        electron: 'used',
        says: /^The till was open, in test mode\..*demo-out/m,
        leaves: PICTURES.map((name) => `demo-out/${name}`),
      }
    : { run: 'npm start', electron: 'used', ready: /^The till is open, in test mode\. Its data is in /m }

/** In the order of README.md: a command finds what those before it left. */
export const DOORS: Readonly<Record<string, Door>> = {
  'npm start': START,
  'npm test': { run: 'npm test -- unit test/unit/shared', says: TESTS_PASSED },
  'npm run demo -- --out DIR': {
    run: 'npm run demo -- --out OUT/demo',
    electron: 'used',
    leaves: PICTURES.map((name) => `OUT/demo/${name}`),
  },
  'npm run check': { run: 'npm run check', says: /^check: all hold$/m },
  'npm run test:all': { run: 'npm run test:all -- unit test/unit/base/sleep.test.ts', says: TESTS_PASSED },
  'npm test -- unit': { run: 'npm test -- unit test/unit/base/sleep.test.ts', says: TESTS_PASSED },
  'npm run torture -- --sales 200 --seed 1 --out report.json': {
    run: 'npm run torture -- --sales 3 --seed 1 --out OUT/report.json --keep OUT/torture',
    leaves: ['OUT/report.json', 'OUT/torture/T01/journal-test.sqlite'],
  },
  'npm run planted': {
    run: 'npm run planted -- --only debit',
    says: /^1 caught, 0 missed$/m,
  },
  'npm run prove': { run: 'npm run prove -- --states 2000', says: / states in .*, 0 laws broken$/m },
  'npm run prove -- ledger': { run: 'npm run prove -- ledger --histories 2 --commands 20', says: /passed/ },
  'npm run prove -- laws': {
    run: 'npm run prove -- laws test/unit/payment-service/client/anything.test.ts',
    says: /passed/,
  },
  // Packs both targets. The attacks take minutes.
  'npm run attack': {
    run: 'npm run attack -- --pack OUT/attack',
    electron: 'needed',
    leaves: ['OUT/attack/app/*/resources/app.asar', 'OUT/attack/hostile/*/resources/app.asar'],
  },
  'npm run receipt -- --all --width 58 --out DIR': {
    run: 'npm run receipt -- --all --width 58 --out OUT/receipts',
    leaves: ['OUT/receipts/*.png', 'OUT/receipts/*.pdf', 'OUT/receipts/*.bin'],
  },
  'npm run bench': {
    run: 'npm run bench -- receipt --out OUT/bench.json',
    says: /^2 figures, /m,
    leaves: ['OUT/bench.json'],
  },
  'npm run practice -- --json': { run: 'npm run practice -- --json', ready: /^\{"url":"http:/m },
  'npm run shop-database -- --help': { run: 'npm run shop-database -- --help', says: /^ *init --shop NAME/m },
  'npm run audit:verify -- FILE': {
    run: 'npm run audit:verify -- OUT/torture/T01/journal-test.sqlite',
    says: /^whole$/m,
  },
  'npm run shots': {
    run: 'npm run shots -- --only till-empty --out OUT/shots',
    leaves: ['OUT/shots/till-empty.mn.webp', 'OUT/shots/till-empty.en-200.webp'],
  },
  'npm run package': {
    run: 'npm run package -- --linux deb -c.deb.compression=gz',
    electron: 'needed',
    leaves: ['dist/*.deb'],
  },
  'npm run package:dir': {
    run: 'npm run package:dir',
    electron: 'needed',
    says: / MB the whole folder$/m,
    leaves: ['dist/*/resources/app.asar'],
  },
}

/** The commands of README.md: every line of its indented blocks that begins with npm, without its comment. */
export const commandsIn = (readme: string): readonly string[] =>
  [...readme.matchAll(/^ {4}(npm .*?)(?: *#.*)?$/gm)].map(([, command = '']) => command)

/** What only one of the two has, as sentences. */
export function differences(readme: readonly string[], table: readonly string[]): readonly string[] {
  return [
    ...readme.filter((one) => !table.includes(one)).map((one) => `scripts/run/doors/table.ts has no: ${one}`),
    ...table.filter((one) => !readme.includes(one)).map((one) => `README.md has no: ${one}`),
  ]
}
