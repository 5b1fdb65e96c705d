/**
 * The import rules (docs/architecture.md). `npm run check` fails on a forbidden import.
 * test/unit/scripts/run/import-rules.test.ts checks that each rule refuses one.
 */
const OURS = '^(main|preload|renderer|shared|scripts|test)/'

/** A line imports only lines above it. Names in one line do not import each other. */
const WINGS = [
  ['base'],
  ['storage'],
  ['sale', 'shop', 'payment-service'],
  ['books'],
  ['paper', 'many-tills'],
  ['till'],
  ['electron'],
]
/** The same inside a wing of the main process, of the cashier's page, of shared and of the scripts. */
const STORAGE = [['sqlite'], ['journal'], ['projections'], ['backup'], ['store', 'register']]
const CASHIER = [['page'], ['parts'], ['rooms'], ['counter'], ['frame']]
const SHARED = [['money'], ['shop'], ['sale'], ['books'], ['ledger'], ['page'], ['texts']]
const SCRIPTS = [['run'], ['shop-database'], ['measure'], ['pictures'], ['trials']]

const CALL = '^renderer/cashier/page/call\\.ts$'
/** @param {string} names separated by | */
const npm = (names) => `(^|/)node_modules/(${names})/|^(${names})(/|$)`

/**
 * @param {string} name
 * @param {string} folder
 * @param {readonly (readonly string[])[]} lines
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const ordered = (name, folder, lines) =>
  lines.flatMap((line, at) =>
    line.map((own) => {
      const above = lines.slice(0, at).flat()
      return {
        name,
        comment: 'An import leads only to a line above: see the lists at the top of .dependency-cruiser.mjs.',
        severity: /** @type {const} */ ('error'),
        from: { path: `^${folder}/${own}/` },
        to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${[own, ...above].join('|')})/` },
      }
    }),
  )

/**
 * @param {string} name
 * @param {string} comment
 * @param {string | string[]} from
 * @param {string} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const onlyFrom = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^(main|preload|renderer|shared)/', pathNot: from },
  to: { path: to },
})

/** Development packages for npm, parts of the product for us: the bundle of the main process contains them. */
const BUNDLED_IN_MAIN =
  '@hono/node-server|bwip-js|electron-store|hono|jose|@e965/xlsx|papaparse|pg|qrcode|write-excel-file|zod'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const RULES = [
  ...ordered('wings-in-order', 'main', WINGS),
  ...ordered('storage-in-order', 'main/storage', STORAGE),
  ...ordered('page-in-order', 'renderer/cashier', CASHIER),
  ...ordered('shared-in-order', 'shared', SHARED),
  ...ordered('scripts-in-order', 'scripts', SCRIPTS),
  {
    name: 'rooms-have-one-entry',
    comment:
      'A room, which is a folder in a wing, is imported by its index.ts, types included. The files of base are for all.',
    severity: 'error',
    from: { path: '^main/([^/]+)/([^/]+)/' },
    to: { path: '^main/(?!base/)[^/]+/', pathNot: ['^main/$1/$2/', '^main/$1/[^/]+\\.ts$', '/index\\.ts$'] },
  },
  {
    name: 'rooms-have-one-entry',
    severity: 'error',
    from: { path: '^main/([^/]+)/[^/]+\\.ts$' },
    to: { path: '^main/(?!base/)[^/]+/', pathNot: ['^main/$1/[^/]+\\.ts$', '/index\\.ts$'] },
  },
  {
    name: 'rooms-have-one-entry',
    severity: 'error',
    from: { path: ['^main/([^/]+)/[^/]+/'] },
    to: { path: '^main/(?!base/)[^/]+/[^/]+\\.ts$', pathNot: ['^main/$1/', '/index\\.ts$'] },
  },
  {
    name: 'tests-use-entries-of-storage',
    comment: 'Tests import only the index.ts, so that files can move behind it.',
    severity: 'error',
    from: { path: '^(test|scripts)/' },
    to: { path: '^main/storage/(sqlite|journal|projections|backup|store)/', pathNot: '/index\\.ts$' },
  },
  {
    name: 'shared-stands-alone',
    comment: 'Both sides of the bridge use shared, so it imports no other module.',
    severity: 'error',
    from: { path: '^shared/' },
    to: { path: OURS, pathNot: '^shared/' },
  },
  {
    name: 'page-knows-shared-alone',
    comment: 'The page reaches the rest of the product over the bridge only.',
    severity: 'error',
    from: { path: '^renderer/', pathNot: CALL },
    to: { path: OURS, pathNot: '^(renderer|shared)/' },
  },
  {
    name: 'page-knows-commands-by-type',
    comment: 'One file of the page takes the types of requests and replies from the commands, and no value.',
    severity: 'error',
    from: { path: CALL },
    to: { path: OURS, pathNot: ['^(renderer|shared)/', '^main/till/commands/index\\.ts$'] },
  },
  {
    name: 'page-knows-commands-by-type',
    severity: 'error',
    from: { path: CALL },
    to: { path: '^main/till/commands/index\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'page-changes-no-sale',
    comment: 'What an event, an answer or a request does with a sale is computed in the main process.',
    severity: 'error',
    from: { path: '^(renderer|preload)/' },
    to: { path: '^shared/sale/(apply|steps|.*-answers|return-plan|return-steps|providers)' },
  },
  {
    name: 'page-has-no-node',
    comment: 'Nor has shared, which the page uses.',
    severity: 'error',
    from: { path: '^(renderer|shared)/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'display-apart-from-cashier',
    comment: 'The customer display has its own bridge and its own view.',
    severity: 'error',
    from: { path: '^(renderer|preload)/display[/.]' },
    to: { path: '^(renderer|preload)/cashier[/.]' },
  },
  {
    name: 'cashier-apart-from-display',
    severity: 'error',
    from: { path: '^(renderer|preload)/cashier[/.]' },
    to: { path: '^(renderer|preload)/display[/.]' },
  },
  {
    name: 'preload-knows-shared-alone',
    severity: 'error',
    from: { path: '^preload/' },
    to: { path: OURS, pathNot: '^(preload|shared)/' },
  },
  {
    name: 'main-knows-main-and-shared',
    severity: 'error',
    from: { path: '^main/' },
    to: { path: OURS, pathNot: '^(main|shared)/' },
  },
  onlyFrom(
    'electron-in-its-wing',
    'Everything else runs without Electron: in a test, in a demo.',
    ['^main/electron/', '^main/index\\.ts$', '^preload/'],
    npm('electron|electron-store'),
  ),
  onlyFrom(
    'sqlite-in-storage',
    'SQL is where the tables are. Other wings use the open journal (main/storage/store) or the register.',
    '^main/storage/(sqlite|journal|projections|backup|register)/',
    '^(node:)?sqlite$',
  ),
  onlyFrom(
    'postgres-in-its-room',
    'The SQL of the shop database is in one room. Tills call its functions.',
    '^main/many-tills/server/',
    npm('pg'),
  ),
  onlyFrom(
    'network-in-its-rooms',
    'Requests leave from the service client and for updates; the practice service plays the payer.',
    ['^main/payment-service/', '^main/till/updates/'],
    npm('undici'),
  ),
  onlyFrom(
    'journal-written-in-few-rooms',
    'The others read it (main/storage/projections). A sale changes only through sale-store, which main/sale/run exports.',
    [
      '^main/storage/store/',
      '^main/sale/run/',
      '^main/books/(shifts|reports)/',
      '^main/paper/print/',
      '^main/till/session/',
    ],
    '^main/storage/store/',
  ),
  onlyFrom(
    'shop-database-by-the-link',
    'One room connects to the shop database, so that no command of a cashier can wait for it.',
    '^main/many-tills/(server|link)/',
    '^main/many-tills/server/',
  ),
  {
    name: 'shop-database-stands-alone',
    comment: 'It carries events and rows, and does not know what they mean.',
    severity: 'error',
    from: { path: '^main/many-tills/server/' },
    to: { path: '^main/[^/]+/', pathNot: ['^main/many-tills/server/', '^main/base/'] },
  },
  {
    name: 'no-circles',
    comment: 'Not by types either.',
    severity: 'error',
    from: { path: OURS },
    to: { circular: true },
  },
  {
    name: 'only-named-packages',
    comment: 'A package that package.json does not name may be missing after the next update.',
    severity: 'error',
    from: { path: OURS },
    to: {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined', 'unknown'],
      pathNot: '^\\.(?!.*node_modules/)',
    },
  },
  {
    name: 'nothing-unresolved',
    severity: 'error',
    from: { path: OURS },
    to: { couldNotResolve: true },
  },
  {
    name: 'product-uses-product-packages',
    comment: 'Development packages are not in the packaged app, except for bundled ones.',
    severity: 'error',
    from: { path: '^(main|preload|shared)/' },
    to: { dependencyTypes: ['npm-dev'], pathNot: npm(`electron|${BUNDLED_IN_MAIN}`) },
  },
]

/** @type {import('dependency-cruiser').ICruiseOptions} */
const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^(out|dist)/|[.]css$' },
}

/** How an import's text becomes a file. Sources carry their extension; the rest is for packages. */
export const resolution = {
  exportsFields: ['exports'],
  conditionNames: ['node', 'import', 'types', 'default'],
  mainFields: ['module', 'main', 'types'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  bustTheCache: true,
}

export default { forbidden: RULES, options: { ...options, enhancedResolveOptions: resolution } }
