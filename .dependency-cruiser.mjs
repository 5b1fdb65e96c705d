/**
 * The import rules between the modules (docs/architecture.md). `npm run check` fails on a forbidden import.
 * test/unit/import-rules.test.ts checks that each rule refuses one.
 */
const OURS = '^(main|preload|renderer|shared|scripts|test)/'
const CALL = '^renderer/cashier/call\\.ts$'
/** @param {string} name */
const module = (name) => `^main/${name}/`
/** @param {string} names separated by | */
const npm = (names) => `(^|/)node_modules/(${names})/|^(${names})(/|$)`

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
  '@hono/node-server|bwip-js|electron-store|hono|jose|papaparse|pg|qrcode|read-excel-file|write-excel-file|zod'

/**
 * @param {string} name
 * @param {string} comment
 * @param {string} own
 * @param {string} others separated by |
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const knowsOnly = (name, comment, own, others = own) => ({
  name,
  comment,
  severity: 'error',
  from: { path: module(own) },
  to: { path: '^main/[^/]+/', pathNot: [module(own), module(`(${others})`)] },
})

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const RULES = [
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
    to: { path: OURS, pathNot: ['^(renderer|shared)/', '^main/commands/index\\.ts$'] },
  },
  {
    name: 'page-knows-commands-by-type',
    severity: 'error',
    from: { path: CALL },
    to: { path: '^main/commands/index\\.ts$', dependencyTypesNot: ['type-only'] },
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
  {
    name: 'modules-have-one-entry',
    comment: 'Other modules import only the index.ts of a module, types included.',
    severity: 'error',
    from: { path: '^main/([^/]+)/' },
    to: { path: '^main/[^/]+/', pathNot: ['^main/$1/', '^main/[^/]+/index\\.ts$'] },
  },
  {
    name: 'top-uses-entries',
    comment: 'The files at the top of main import only the index.ts of a module, too.',
    severity: 'error',
    from: { path: '^main/[^/]+\\.ts$' },
    to: { path: '^main/[^/]+/', pathNot: '^main/[^/]+/index\\.ts$' },
  },
  {
    name: 'tests-use-entries-of-the-journal',
    comment: 'Tests import only the index.ts, so that files can move behind it.',
    severity: 'error',
    from: { path: '^(test|scripts)/' },
    to: { path: '^main/(sqlite|journal|projections|backup|store)/', pathNot: '/index\\.ts$' },
  },
  {
    name: 'modules-do-not-know-the-top',
    comment:
      'The terminal is built from the modules, so a module does not import it. The other files at the top are for all.',
    severity: 'error',
    from: { path: '^main/[^/]+/', pathNot: module('electron') },
    to: { path: '^main/(index|terminal)\\.ts$' },
  },
  onlyFrom(
    'electron-in-its-modules',
    'Everything else runs without Electron: in a test, in a demo.',
    ['^main/electron/', '^main/index\\.ts$', '^preload/'],
    npm('electron|electron-store'),
  ),
  {
    name: 'terminal-knows-no-electron',
    comment: 'Not through another file either: a test runs the terminal in Node.',
    severity: 'error',
    from: { path: '^main/terminal\\.ts$' },
    to: {
      path: `^main/electron/|${npm('electron|electron-store')}`,
      reachable: true,
    },
  },
  onlyFrom(
    'sqlite-in-its-modules',
    'SQL is where the tables are. Other modules use the open journal (main/store) or the register.',
    ['sqlite', 'journal', 'projections', 'backup', 'register'].map(module),
    '^(node:)?sqlite$',
  ),
  onlyFrom(
    'postgres-in-its-module',
    'The SQL of the shop database is in one module. Tills call its functions.',
    module('shop-database'),
    npm('pg'),
  ),
  onlyFrom(
    'journal-written-in-few-modules',
    'The others read it (main/projections). A sale changes only through sale-store, which main/sales exports.',
    ['store', 'sales', 'shifts', 'printing', 'reports', 'shop'].map(module),
    module('store'),
  ),
  knowsOnly(
    'journal-stands-alone',
    'The journal stores events and does not know what follows from them.',
    'journal',
    'sqlite',
  ),
  knowsOnly(
    'register-stands-alone',
    'The register stores rows and does not know what they mean.',
    'register',
    'sqlite|backup',
  ),
  knowsOnly(
    'projections-know-the-journal',
    'Projections are computed from events, wherever these came from.',
    'projections',
    'sqlite|journal',
  ),
  knowsOnly(
    'backup-knows-what-it-fills',
    'A rescue runs before the journal is open.',
    'backup',
    'sqlite|journal|projections',
  ),
  {
    name: 'shop-database-stands-alone',
    comment: 'It carries events and rows, and does not know what they mean.',
    severity: 'error',
    from: { path: module('shop-database') },
    to: { path: '^main/[^/]+/', pathNot: module('shop-database') },
  },
  onlyFrom(
    'shop-database-by-the-link',
    'One module connects to the shop database, so that no command of a cashier can wait for it.',
    ['shop-database', 'shop-link'].map(module),
    module('shop-database'),
  ),
  onlyFrom(
    'network-in-its-modules',
    'Requests leave from the service client and for updates; the practice service plays the payer.',
    [module('service'), module('practice'), module('updates')],
    npm('undici'),
  ),
  {
    name: 'no-circles',
    severity: 'error',
    from: { path: OURS },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-circles-between-modules',
    comment: 'Types may be circular inside a module, not between modules.',
    severity: 'error',
    from: { path: '^main/([^/]+)/' },
    to: { circular: true, via: { path: '^main/[^/]+/', pathNot: '^main/$1/' } },
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
