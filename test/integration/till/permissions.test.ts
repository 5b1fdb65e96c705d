/**
 * Tries every row of the permission table for every role and with nobody signed in. Calls the terminal as the page
 * does, without the page. The table itself gives the expected results.
 */
import { describe, expect, test } from 'vitest'
import {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  type RequestOf,
} from '../../../main/till/commands/index.ts'
import { NO_FILTERS } from '../../../shared/books/history.ts'
import { NO_GOODS_CHANGE } from '../../../shared/shop/goods-plan.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { mayDo, PERMISSIONS, type Permission, ROLES, type Role } from '../../../shared/shop/staff.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { ANY_PIN, type Crew, hire, PINS, putAtTill } from '../../support/staff.ts'
import type { Till } from '../../support/terminal.ts'

const aSale = { saleId: 'no-such-sale' }
const aShift = { shiftId: 'no-such-shift' }
const aLine = { ...aSale, lineId: 'no-such-line' }
const { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer } = FIRST_SETTINGS
const settings = { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer }
const goods = {
  code: '1',
  name: 'x',
  category: 'x',
  price: '1',
  unit: 'x',
  taxProductCode: '',
  classificationCode: '',
  taxKind: '',
  cityTax: '',
}
const columns = {
  code: 0,
  name: 1,
  category: null,
  price: 2,
  unit: null,
  taxProductCode: null,
  classificationCode: null,
  taxKind: null,
  cityTax: null,
  codes: null,
}

/**
 * For each command a request that the terminal can parse, and that changes as little as possible when it is allowed.
 */
const REQUESTS: { readonly [Name in CommandName]: RequestOf<Name> } = {
  getView: undefined,
  getCallbackAddress: undefined,
  searchGoods: { query: '', category: null, limit: 1 },
  listCategories: undefined,
  findOrganisations: { typed: '6' },
  nameOrganisation: { register: '6234567', name: '' },
  listUnlisted: undefined,
  addProduct: { code: 'no such code' },
  changeLine: { ...aLine, quantity: '1' },
  removeLine: aLine,
  discountLine: { ...aLine, discount: '1%' },
  discountSale: { ...aSale, discount: '1%' },
  noteLine: { ...aLine, note: '' },
  noteSale: { ...aSale, note: '' },
  undo: aSale,
  setReceiver: { ...aSale, register: null },
  discardSale: aSale,
  parkSale: { ...aSale, label: '' },
  resumeSale: aSale,
  takeCart: aSale,
  listParked: undefined,
  takeTender: { ...aSale, received: '' },
  returnTender: { ...aSale, tenderId: 'x' },
  charge: aSale,
  checkNow: aSale,
  cancelCharge: aSale,
  nextSale: aSale,
  repeatGoods: aSale,
  retryReceipt: aSale,
  previewReceipt: aSale,
  searchSales: { text: '', ...NO_FILTERS, before: null, limit: 1 },
  listSaleCashiers: undefined,
  today: {},
  readReport: { from: '2026-11-20', to: '2026-11-21', order: 'amount' },
  printReport: { from: '2026-11-20', to: '2026-11-21', table: 'days', sorting: null, on: 'pdf' },
  exportReport: { from: '2026-11-20', to: '2026-11-21', table: 'days', format: 'csv' },
  listToIssue: { day: '2026-11-20' },
  exportEntries: { from: '2026-11-20', to: '2026-11-21', by: 'day', format: 'csv' },
  getSale: aSale,
  bringSale: { number: 'K01-261124-0001-ABCD' },
  planReturn: { ...aSale, lines: null, way: 'cash' },
  startReturn: { ...aSale, lines: null, way: 'cash', reason: 'x', amount: 1 },
  exchangeGoods: { ...aSale, returnId: 'x', intoSaleId: 'x' },
  correctReceiver: { ...aSale, register: null },
  settleReturnStep: { ...aSale, returnId: 'x', action: { do: 'try-again' } },
  printRefundSlip: { ...aSale, returnId: 'x' },
  listAttention: undefined,
  settleAttention: { ...aSale, cause: 'ereceipt-refused', resolution: 'seen', amount: null },
  retryUnregistered: undefined,
  listWaiting: undefined,
  holdWork: aSale,
  releaseWork: aSale,
  giveUpWork: { ...aSale, work: 'print' },
  acknowledgeArrival: { number: 1 },
  acknowledgeRecovered: undefined,
  acknowledgeRescue: undefined,
  hint: { what: 'focus' },
  listPrints: undefined,
  settlePrint: { id: 'x', resolution: 'again' },
  dropPrints: { ids: ['x'] },
  openDocuments: undefined,
  printCopy: aSale,
  saveReceipt: { ...aSale, format: 'html' },
  printTestPage: { printer: 'main' },
  openDrawer: { printer: 'main' },
  printerStatus: { printer: 'main' },
  findPrinters: { network: false },
  listProfiles: undefined,
  getLogo: undefined,
  setLogo: { picture: null },
  listBackups: undefined,
  backUpNow: undefined,
  inspectBackup: { name: 'none.sqlite' },
  restoreBackup: { name: 'none.sqlite' },
  saveSettings: { language: 'mn' },
  connectMerchant: { baseUrl: 'x', username: 'x', password: 'x', invoiceCode: 'x' },
  leaveMerchant: undefined,
  getShopDatabase: undefined,
  joinShopDatabase: { code: 'x', server: 'x' },
  leaveShopDatabase: undefined,
  takeOverShopDatabase: undefined,
  listTills: undefined,
  listOtherTills: undefined,
  getShiftOfReport: { shiftId: 'x' },
  checkForTill: aSale,
  fetchOwnEvents: undefined,
  retireTill: { code: 'x' },
  listQuarantine: { code: 'x' },
  acknowledgeQuarantine: { code: 'x', ids: [1] },
  listShopConflicts: undefined,
  decideShopConflict: { kind: 'product', key: 'x', field: 'price', keep: 'theirs' },
  keepAllOfShop: undefined,
  payInTestMode: { ...aSale, amount: '', type: 'P2P', bankCode: '050000' },
  listStaff: undefined,
  signIn: { staffId: 'nobody', pin: '0000' },
  lock: undefined,
  saveStaff: { id: 'nobody', name: 'x', role: 'cashier', pin: null },
  setStaffActive: { id: 'nobody', active: true },
  changePin: { pin: 'x', newPin: 'x' },
  makeRecoveryCode: { pin: 'x' },
  recoverOwner: { staffId: 'nobody', code: 'x', newPin: '0000' },
  approve: { staffId: 'nobody', pin: 'x', command: 'openDrawer', request: { printer: 'main' } },
  withdrawApproval: { command: 'openDrawer', request: { printer: 'main' } },
  listAudit: { before: null, limit: 1 },
  findGoods: { code: '2002008008420' },
  listGoods: { query: '', only: 'all', offset: 0, limit: 1 },
  listGoodsCodes: { query: '', only: 'all' },
  planGoods: { codes: [], change: NO_GOODS_CHANGE },
  changeGoods: { plan: [{ code: 'x', name: 'x', from: { price: '1' }, to: { price: '2' } }] },
  saveGoods: { was: null, goods },
  findAlikeCodes: { was: null, code: 'x', codes: '' },
  chooseImportSheets: { id: 'x', sheets: [0] },
  getUsualGoods: { category: '' },
  findTaxCodes: { field: 'classificationCode', text: '', name: '', category: '', taxKind: 'vat' },
  listUnits: undefined,
  addMiscItem: { price: '1', name: '', taxKind: 'vat' },
  hideGoods: { code: 'x', hidden: true },
  starGoods: { code: 'x', favourite: true },
  setPicture: { code: 'x', picture: null },
  getPictures: { codes: [] },
  keepSample: undefined,
  acknowledgeRegister: undefined,
  getImport: undefined,
  beginImport: { name: 'x.csv', bytes: 1 },
  addImportPiece: { id: 'x', piece: '' },
  checkImport: {
    id: 'x',
    columns,
    defaults: { category: '', unit: '' },
  },
  changeImport: { id: 'x' },
  runImport: { id: 'x', wrong: 'refuse' },
  stopImport: { id: 'x' },
  listLabels: { of: 'codes', codes: ['no such code'] },
  printLabels: { kind: 'shelf', codes: ['no such code'] },
  saveLabels: { kind: 'shelf', codes: ['no such code'] },
  exportGoods: { format: 'csv' },
  openShift: { float: 'x' },
  moveCash: { way: 'in', amount: '', reason: '' },
  countDraft: { ...aShift, lines: [], done: false },
  closeShift: { ...aShift, lines: [], expected: null, reason: '' },
  getShift: { shiftId: null },
  listShifts: { most: 60, also: null },
  printX: aShift,
  printCount: aShift,
  printZ: aShift,
  exportShopFile: { devices: false, sealed: null },
  findSealedFiles: undefined,
  checkSetUp: { path: '/no/such/file', code: '1', terminal: 'K02' },
  setUpTill: { path: '/no/such/file', code: '1', terminal: 'K02', takeOver: false, olderFile: false },
  getCopies: undefined,
  copyNow: undefined,
  findDrives: undefined,
  listCopies: { folder: '/no/such/folder' },
  inspectShopFile: { source: { content: '' } },
  takeShopFile: { source: { content: '' }, parts: ['settings'], owner: null },
  checkHealth: { check: 'disk' },
  saveDiagnostics: undefined,
  listOutdated: undefined,
  clearOutdated: undefined,
  getUpdates: undefined,
  checkForUpdates: undefined,
  installUpdate: undefined,
  listServiceInvoices: { from: '2026-01-01', to: '2026-01-01', number: '', status: null, page: 1 },
  getServiceInvoice: { invoiceId: 'none' },
  getServicePayment: { paymentId: 'none' },
  startReconciliation: { span: '2026-01-01' },
  stopReconciliation: undefined,
  getReconciliation: { span: '2026-01-01' },
  listMatched: { span: '2026-01-01', offset: 0, limit: 1 },
  listReconciled: undefined,
  readDiscrepancyAgain: { span: '2026-01-01', key: 'x' },
  explainDiscrepancy: { span: '2026-01-01', key: 'x', why: '' },
  printReconciliation: { span: '2026-01-01' },
  exportReconciliation: { span: '2026-01-01', format: 'csv' },
}

async function staffedTill(): Promise<{ till: Till; crew: Crew }> {
  const { till } = await tillAtPractice()
  return { till, crew: await hire(till) }
}

const refusal = async (till: Till, command: string, request: unknown) => {
  const reply = await till.reply(command, request)
  return reply.ok ? null : reply.error
}

/** A sale of two lines; the first costs 2,000 or more. */
async function rungUp(till: Till) {
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 50 })
  const dear = products.filter(({ price, unit }) => price >= 200_000 && unit === 'ш')
  const first = await till.ask('addProduct', { code: dear[0]?.code ?? '' })
  const second = await till.ask('addProduct', { code: dear[1]?.code ?? '' })
  return { saleId: first.saleId, lineId: first.lineId, secondId: second.lineId }
}

type Rung = Awaited<ReturnType<typeof rungUp>>

/** The settings that not everybody may change, and the permission for each. */
const MAY_CHANGE = {
  shop: 'settings',
  tenders: 'settings',
  display: 'settings',
  accounts: 'settings',
  weighedCodes: 'goods',
  copies: 'shop-data',
  retention: 'shop-data',
} as const

/** Requests that need a further permission because of what they ask for. */
const BY_REQUEST: readonly {
  readonly name: string
  readonly permission: Permission
  readonly command: CommandName
  readonly before?: (till: Till, rung: Rung) => Promise<unknown>
  readonly request: (rung: Rung) => unknown
}[] = [
  {
    name: 'a price of a person’s own',
    permission: 'price-override',
    command: 'changeLine',
    request: ({ saleId, lineId }) => ({ saleId, lineId, price: '1' }),
  },
  {
    name: 'a price with a quantity beside it',
    permission: 'price-override',
    command: 'changeLine',
    request: ({ saleId, lineId }) => ({ saleId, lineId, price: '1', quantity: '2' }),
  },
  {
    name: 'a line’s discount above the limit',
    permission: 'discount-above-limit',
    command: 'discountLine',
    request: ({ saleId, lineId }) => ({ saleId, lineId, discount: '11%' }),
  },
  {
    name: 'a line’s discount above the limit, as an amount',
    permission: 'discount-above-limit',
    command: 'discountLine',
    request: ({ saleId, lineId }) => ({ saleId, lineId, discount: '1500' }),
  },
  {
    name: 'a sale’s discount above the limit',
    permission: 'discount-above-limit',
    command: 'discountSale',
    request: ({ saleId }) => ({ saleId, discount: '11%' }),
  },
  {
    name: 'a sale’s discount on top of its lines’',
    permission: 'discount-above-limit',
    command: 'discountSale',
    before: async (till, { saleId, lineId, secondId }) => {
      await till.ask('discountLine', { saleId, lineId, discount: '10%' })
      await till.ask('discountLine', { saleId, lineId: secondId, discount: '10%' })
    },
    request: ({ saleId }) => ({ saleId, discount: '10%' }),
  },
  {
    name: 'the payment after goods were taken out of a sale with an amount off',
    permission: 'discount-above-limit',
    command: 'takeTender',
    before: async (till, { saleId, secondId }) => {
      await till.ask('changeLine', { saleId, lineId: secondId, quantity: '100' })
      await till.ask('discountSale', { saleId, discount: '1500' })
      await till.ask('removeLine', { saleId, lineId: secondId })
    },
    request: ({ saleId }) => ({ saleId, received: '' }),
  },
  {
    name: 'goods that are not sold at that time',
    permission: 'sell-banned',
    command: 'addProduct',
    request: () => ({ code: 'x', despiteBan: true }),
  },
  {
    name: 'cash out of the drawer',
    permission: 'cash-out',
    command: 'moveCash',
    request: () => ({ way: 'out', amount: '1000', reason: 'x' }),
  },
  {
    name: 'a shift that is closed uncounted',
    permission: 'close-uncounted',
    command: 'closeShift',
    request: () => ({ ...aShift, lines: null, expected: null, reason: '' }),
  },
  {
    name: 'a paper that is given up, and its lottery with it',
    permission: 'hold-and-give-up-work',
    command: 'settlePrint',
    request: () => ({ id: 'x', resolution: 'given-up' }),
  },
  ...(Object.keys(MAY_CHANGE) as (keyof typeof MAY_CHANGE)[]).map((key) => ({
    name: `the setting ${key}`,
    permission: MAY_CHANGE[key],
    command: 'saveSettings' as const,
    request: () => ({ [key]: FIRST_SETTINGS[key] }),
  })),
  {
    name: 'settings that need different permissions',
    permission: 'shop-data',
    command: 'saveSettings',
    request: () => ({ ...settings, retention: FIRST_SETTINGS.retention, theme: 'light' }),
  },
]

test('every permission is needed by some command or request', () => {
  const needed = new Set<Permission | null>([
    ...Object.values(COMMANDS).map(({ permission }) => permission),
    ...BY_REQUEST.map(({ permission }) => permission),
  ])
  for (const permission of Object.keys(PERMISSIONS)) expect(needed, permission).toContain(permission)
})

test('with no staff, no command is refused for lack of permission', async () => {
  const { till } = await tillAtPractice()
  for (const command of COMMAND_NAMES) {
    const name = (await refusal(till, command, REQUESTS[command]))?.name
    expect(
      name === 'NOT_ALLOWED' || (name === 'SIGNED_OUT' && NEEDS_SOMEBODY.has(command) === false),
      command,
    ).toBe(false)
  }
})

/**
 * Commands that are refused without a signed-in person: there is nobody whose PIN or recovery code could change,
 * and nobody who could need an approval.
 */
const NEEDS_SOMEBODY: ReadonlySet<CommandName> = new Set<CommandName>([
  'changePin',
  'makeRecoveryCode',
  'approve',
])

/** What the lock screen needs: what it shows, its language and look, and the sign-in with PIN or recovery code. */
const LOCK_SCREEN: ReadonlySet<string> = new Set([
  'getView',
  'hint',
  'listStaff',
  'signIn',
  'recoverOwner',
  'saveSettings',
])

test('with nobody signed in, only the commands of the lock screen are answered', async () => {
  const { till } = await staffedTill()
  await till.ask('lock')
  for (const command of COMMAND_NAMES) {
    const name = (await refusal(till, command, REQUESTS[command]))?.name
    expect(name === 'SIGNED_OUT', command).toBe(!LOCK_SCREEN.has(command))
  }
})

test('with nobody signed in, the view has only what the lock screen shows', async () => {
  const { till, crew } = await staffedTill()
  await putAtTill(till, crew.cashier)
  await rungUp(till)
  const told: unknown[] = []
  till.terminal.onView((view) => told.push(view))
  await till.ask('lock')
  const { language, theme, textSize, terminalCode } = FIRST_SETTINGS
  const view = {
    locked: true,
    mode: 'test',
    settings: { language, theme, textSize, terminalCode, shop: { name: shop.name, branch: shop.branch } },
    sale: 'open',
    arrivals: [],
  }
  expect(await till.ask('getView')).toEqual(view)
  expect(told.at(-1)).toEqual(view)
})

test('with nobody signed in, only language, theme and text size may change', async () => {
  const { till } = await staffedTill()
  await till.ask('lock')
  const { language, theme, textSize, guide, ...others } = FIRST_SETTINGS
  expect(await refusal(till, 'saveSettings', { language, theme, textSize })).toBeNull()
  for (const [key, value] of Object.entries({ guide, ...others }))
    expect((await refusal(till, 'saveSettings', { language, [key]: value }))?.name, key).toBe('SIGNED_OUT')
})

test('the merchant is not saved like other settings', async () => {
  const { till } = await staffedTill()
  for (const key of ['merchant', 'merchantHint'])
    expect((await refusal(till, 'saveSettings', { [key]: null }))?.name).toBe('FIELDS_INVALID')
})

describe.each(ROLES)('the %s', (role: Role) => {
  test('may run exactly the commands that the permission table allows', async () => {
    const { till, crew } = await staffedTill()
    for (const command of COMMAND_NAMES) {
      const view = await till.ask('getView')
      if (view.locked || view.person?.role !== role) await putAtTill(till, crew[role])
      const needed = COMMANDS[command].permission
      const allowed = needed === null || mayDo(role, needed)
      const error = await refusal(till, command, REQUESTS[command])
      if (allowed) expect([command, error?.name]).not.toEqual([command, 'NOT_ALLOWED'])
      else {
        // A refusal of a background command names no permission, so the page does not ask for an approval.
        const detail = 'background' in COMMANDS[command] && COMMANDS[command].background ? null : needed
        expect([command, error]).toEqual([command, { name: 'NOT_ALLOWED', detail }])
      }
      expect([command, error?.name]).not.toEqual([command, 'UNEXPECTED'])
    }
  })

  test('may send exactly the requests with a permission of their own that the table allows', async () => {
    const { till, crew } = await staffedTill()
    await putAtTill(till, crew[role])
    for (const { name, permission, command, before, request } of BY_REQUEST) {
      const rung = await rungUp(till)
      await before?.(till, rung)
      const kept = (await till.view()).counter?.sale.version
      const error = await refusal(till, command, request(rung))
      if (mayDo(role, permission)) expect([name, error?.name]).not.toEqual([name, 'NOT_ALLOWED'])
      else {
        expect([name, error]).toEqual([name, { name: 'NOT_ALLOWED', detail: permission }])
        expect((await till.view()).counter?.sale.version, name).toBe(kept)
      }
      await till.reply('discardSale', { saleId: rung.saleId })
    }
  })
})

test('a cashier may give a line or sale discount up to the limit of the settings', async () => {
  const { till, crew } = await staffedTill()
  await till.ask('saveSettings', { ...settings, discountLimitPercent: 25 })
  await putAtTill(till, crew.cashier)
  const { saleId, lineId } = await rungUp(till)
  expect(await refusal(till, 'discountLine', { saleId, lineId, discount: '25%' })).toBeNull()
  expect((await refusal(till, 'discountLine', { saleId, lineId, discount: '26%' }))?.name).toBe('NOT_ALLOWED')
  expect(await refusal(till, 'discountLine', { saleId, lineId, discount: '' })).toBeNull()
  expect(await refusal(till, 'discountSale', { saleId, discount: '25%' })).toBeNull()
})

test('a manager’s discount stays when the cashier continues the sale', async () => {
  const { till, crew } = await staffedTill()
  await putAtTill(till, crew.manager)
  const { saleId, lineId, secondId } = await rungUp(till)
  await till.ask('discountSale', { saleId, discount: '50%' })
  await putAtTill(till, crew.cashier)
  expect(await refusal(till, 'changeLine', { saleId, lineId, quantity: '3' })).toBeNull()
  expect(await refusal(till, 'removeLine', { saleId, lineId: secondId })).toBeNull()
})

const wanted = (rung: Rung, price = '1') => ({ saleId: rung.saleId, lineId: rung.lineId, price })
const approval = (crew: Crew, request: unknown, by: Role = 'manager') => ({
  staffId: crew[by].id,
  pin: PINS[by],
  command: 'changeLine' as const,
  request,
})

describe('an approval', () => {
  const atTill = async () => {
    const { till, crew } = await staffedTill()
    await putAtTill(till, crew.cashier)
    return { till, crew, rung: await rungUp(till) }
  }

  test('lets one command run once, and the cashier stays signed in', async () => {
    const { till, crew } = await atTill()
    const request = { printer: 'main' }
    expect((await refusal(till, 'openDrawer', request))?.name).toBe('NOT_ALLOWED')
    await till.ask('approve', { ...approval(crew, request), command: 'openDrawer' })
    expect((await till.view()).person?.role).toBe('cashier')
    expect((await refusal(till, 'openDrawer', request))?.name).not.toBe('NOT_ALLOWED')
    expect((await refusal(till, 'openDrawer', request))?.name).toBe('NOT_ALLOWED')
  })

  test('is valid only for the request that was approved', async () => {
    const { till, crew, rung } = await atTill()
    await till.ask('approve', approval(crew, wanted(rung)))
    expect((await refusal(till, 'changeLine', wanted(rung, '2')))?.name).toBe('NOT_ALLOWED')
    const other = { ...wanted(rung), lineId: rung.secondId }
    expect((await refusal(till, 'changeLine', other))?.name).toBe('NOT_ALLOWED')
    expect((await refusal(till, 'openDrawer', { printer: 'main' }))?.name).toBe('NOT_ALLOWED')
    expect(await refusal(till, 'changeLine', wanted(rung))).toBeNull()
  })

  test('is not valid for the next person at the till', async () => {
    const { till, crew, rung } = await atTill()
    await till.ask('approve', approval(crew, wanted(rung)))
    await putAtTill(till, crew.owner)
    const other = await till.ask('saveStaff', { id: null, name: 'Another', role: 'cashier', pin: '6417' })
    await till.ask('signIn', { staffId: other.id, pin: '6417' })
    expect((await refusal(till, 'changeLine', wanted(rung)))?.name).toBe('NOT_ALLOWED')
  })

  test('cannot be given by a cashier or with a wrong PIN', async () => {
    const { till, crew, rung } = await atTill()
    expect((await refusal(till, 'approve', approval(crew, wanted(rung), 'cashier')))?.name).toBe(
      'NOT_ALLOWED',
    )
    const attempt = { ...approval(crew, wanted(rung)), pin: '7392' }
    expect((await refusal(till, 'approve', attempt))?.name).toBe('PIN_WRONG')
    expect((await refusal(till, 'changeLine', wanted(rung)))?.name).toBe('NOT_ALLOWED')
  })

  test('is recorded in the command’s audit row with who asked and who approved', async () => {
    const { till, crew, rung } = await atTill()
    await till.ask('approve', approval(crew, wanted(rung)))
    await till.ask('changeLine', wanted(rung))
    await putAtTill(till, crew.manager)
    const rows = await till.ask('listAudit', { before: null, limit: 50 })
    expect(rows.find(({ action }) => action === 'changeLine')).toMatchObject({
      who: { id: crew.cashier.id },
      approvedBy: { id: crew.manager.id },
      about: wanted(rung),
      sale: { id: rung.saleId },
    })
    expect(JSON.stringify(rows)).not.toMatch(ANY_PIN)
  })
})

describe('an idempotency key', () => {
  const KEY = 'a-key-of-one-person'

  test('of the owner gives another person no answer', async () => {
    const { till, crew } = await staffedTill()
    const back = () => till.terminal.answer('backUpNow', undefined, KEY)
    const add = () => till.terminal.answer('addProduct', { code: '8651864001690' }, KEY)
    const answers = [await back(), await add()]
    expect(answers).toMatchObject([{ ok: true }, { ok: true }])
    await putAtTill(till, crew.manager)
    for (const other of [await back(), await add()])
      expect(other).toMatchObject({ ok: false, error: { name: 'COMMAND_REUSED' } })
    await putAtTill(till, crew.owner)
    expect([await back(), await add()]).toEqual(answers)
  })

  test('gives no earlier view to a locked till', async () => {
    const { till } = await tillAtPractice()
    const view = () => till.terminal.answer('getView', undefined, KEY)
    expect(await view()).toMatchObject({ ok: true, value: { locked: false } })
    await hire(till)
    await till.ask('lock')
    expect(await view()).toMatchObject({ ok: true, value: { locked: true } })
  })
})

test('a cashier does not leave the whole screen through the folder of the exports', async () => {
  const { till, crew } = await staffedTill()
  await till.ask('saveSettings', { kiosk: 'on' })
  await putAtTill(till, crew.cashier)
  expect(await refusal(till, 'openDocuments', undefined)).toEqual({ name: 'NOT_ALLOWED', detail: 'settings' })
  await putAtTill(till, crew.manager)
  expect((await refusal(till, 'openDocuments', undefined))?.name).not.toBe('NOT_ALLOWED')
})
