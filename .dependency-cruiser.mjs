/**
 * The walls between the rooms (docs/architecture.md). `npm run check` fails on a forbidden import;
 * test/unit/walls.test.ts breaks every wall once and sees its rule fail.
 */
const OURS = '^(main|preload|renderer|shared|scripts|test)/'
const CALL = '^renderer/cashier/call\\.ts$'
/** @param {string} name */
const room = (name) => `^main/${name}/`
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
  '@hono/node-server|bwip-js|electron-log|electron-store|hono|jose|papaparse|qrcode|read-excel-file|write-excel-file|zod'

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
  from: { path: room(own) },
  to: { path: '^main/[^/]+/', pathNot: [room(own), room(`(${others})`)] },
})

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const WALLS = [
  {
    name: 'shared-stands-alone',
    comment: 'Both sides of the bridge agree on shared: it leans on nothing of ours.',
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
    severity: 'error',
    from: { path: '^renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'display-apart-from-cashier',
    comment:
      "The customer display has its own bridge and its own view: it knows nothing of the cashier's page.",
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
    name: 'rooms-have-one-door',
    comment: "Another room's files are behind its index.ts, types included.",
    severity: 'error',
    from: { path: '^main/([^/]+)/' },
    to: { path: '^main/[^/]+/', pathNot: ['^main/$1/', '^main/[^/]+/index\\.ts$'] },
  },
  {
    name: 'roof-uses-doors',
    comment: 'The files at the top of main come in by the doors too.',
    severity: 'error',
    from: { path: '^main/[^/]+\\.ts$' },
    to: { path: '^main/[^/]+/', pathNot: '^main/[^/]+/index\\.ts$' },
  },
  {
    name: 'tests-use-doors-of-the-journal',
    comment: 'What a test of the journal needs is at the doors too, so that files can move behind them.',
    severity: 'error',
    from: { path: '^(test|scripts)/' },
    to: { path: '^main/(sqlite|journal|projections|backup|store)/', pathNot: '/index\\.ts$' },
  },
  {
    name: 'rooms-do-not-know-the-roof',
    comment:
      'A room is built into the terminal; it does not know the terminal. the other files at the top are for all.',
    severity: 'error',
    from: { path: '^main/[^/]+/', pathNot: room('electron') },
    to: { path: '^main/(index|terminal)\\.ts$' },
  },
  onlyFrom(
    'electron-in-its-room',
    'Everything else runs without Electron: in a test, in a demo.',
    ['^main/electron/', '^main/index\\.ts$', '^preload/'],
    npm('electron|electron-store|electron-log|electron-updater'),
  ),
  {
    name: 'terminal-knows-no-electron',
    comment: 'Not even at second hand: a test runs the terminal in Node.',
    severity: 'error',
    from: { path: '^main/terminal\\.ts$' },
    to: {
      path: `^main/electron/|${npm('electron|electron-store|electron-log|electron-updater')}`,
      reachable: true,
    },
  },
  onlyFrom(
    'sqlite-in-its-rooms',
    'SQL stays where the tables are. The rest asks the open journal (main/store), or the register.',
    ['sqlite', 'journal', 'projections', 'backup', 'register'].map(room),
    '^(node:)?sqlite$',
  ),
  onlyFrom(
    'journal-written-in-few-rooms',
    'The others read it (main/projections). A sale changes through sale-store alone, which main/sales hands out.',
    ['store', 'sales', 'shifts', 'printing', 'reports', 'shop'].map(room),
    room('store'),
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
    'sqlite|journal|ledger',
  ),
  knowsOnly(
    'backup-knows-what-it-fills',
    'A rescue runs before the journal is open.',
    'backup',
    'sqlite|journal|projections|ledger',
  ),
  onlyFrom(
    'network-in-its-rooms',
    'Requests leave from the service client; the practice service plays the payer.',
    [room('service'), room('practice')],
    npm('undici'),
  ),
  {
    name: 'no-circles',
    severity: 'error',
    from: { path: OURS },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-circles-between-rooms',
    comment: 'Types may go in a circle inside a room, not from one room to another and back.',
    severity: 'error',
    from: { path: '^main/([^/]+)/' },
    to: { circular: true, via: { path: '^main/[^/]+/', pathNot: '^main/$1/' } },
  },
  {
    name: 'only-named-packages',
    comment: 'A package that package.json does not name may be gone with the next update.',
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
    comment: 'A tool is no part of the product. What the page uses is bundled.',
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

export default { forbidden: WALLS, options: { ...options, enhancedResolveOptions: resolution } }
