/** Who may do what, in one table. The main process enforces it (main/commands/answer.ts); the page only shows it. */
import { z } from 'zod'
import type { CashierVerb } from './ipc/verbs.ts'
import { idSchema, type Wire } from './wire.ts'

/** Each role may do everything that the roles before it may. */
export const ROLES = ['cashier', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The least role that may do it by itself. Anybody else needs the approval of one who may. */
export const PERMISSIONS = {
  sell: 'cashier',
  park: 'cashier',
  discard: 'cashier',
  /** Up to the limit of the settings. */
  discount: 'cashier',
  history: 'cashier',
  'copy-receipt': 'cashier',
  /** Open a shift, count it, close it, put cash in. */
  shift: 'cashier',
  'discount-above-limit': 'manager',
  'price-override': 'manager',
  /** Without a sale: the oldest way to take money out. */
  'open-drawer': 'manager',
  'cash-out': 'manager',
  /** What must be in the drawer before it is counted: X, and the Z again. */
  'shift-report': 'manager',
  /** A shift that was left, whose drawer nobody counts. */
  'close-uncounted': 'manager',
  /** Money back for goods. */
  refund: 'manager',
  'settle-attention': 'manager',
  /** A charge, an e-receipt or a paper that is not waited for any more. */
  'hold-and-give-up-work': 'manager',
  'back-up': 'manager',
  settings: 'manager',
  goods: 'manager',
  /** The service's own books, and a day held against them. */
  books: 'manager',
  /** What was sold, added up, and its files. */
  reports: 'manager',
  /** To read who did what. */
  audit: 'manager',
  'restore-backup': 'owner',
  /** Settings that leave the terminal or come in by a file, where copies of the shop go, what is kept how long. */
  'shop-data': 'owner',
  merchant: 'owner',
  staff: 'owner',
} as const satisfies Readonly<Record<string, Role>>

export type Permission = keyof typeof PERMISSIONS

export const mayDo = (role: Role, permission: Permission): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(PERMISSIONS[permission])

/**
 * The permission that each verb always needs; null where everybody who is signed in may use it. Permissions that depend on the
 * content of a request are added in main/staff/policy.ts.
 */
export const PERMISSION_OF_COMMAND: Readonly<Record<CashierVerb, Permission | null>> = {
  getView: null,
  searchGoods: null,
  listCategories: null,
  addProduct: 'sell',
  changeLine: 'sell',
  removeLine: 'sell',
  discountLine: 'discount',
  discountSale: 'discount',
  noteLine: 'sell',
  noteSale: 'sell',
  undo: 'sell',
  setReceiver: 'sell',
  discardSale: 'discard',
  parkSale: 'park',
  resumeSale: 'park',
  listParked: 'park',
  takeTender: 'sell',
  returnTender: 'sell',
  charge: 'sell',
  splitSale: 'sell',
  checkNow: 'sell',
  cancelCharge: 'sell',
  nextSale: 'sell',
  repeatGoods: 'sell',
  retryReceipt: 'sell',
  previewReceipt: 'sell',
  searchSales: 'history',
  listSaleCashiers: 'history',
  getSale: 'history',
  planReturn: 'history',
  startReturn: 'refund',
  settleReturnStep: 'refund',
  printRefundSlip: 'copy-receipt',
  listAttention: null,
  settleAttention: 'settle-attention',
  listWaiting: null,
  holdWork: 'hold-and-give-up-work',
  releaseWork: 'hold-and-give-up-work',
  giveUpWork: 'hold-and-give-up-work',
  acknowledgeFound: 'sell',
  acknowledgeRescue: 'sell',
  hint: null,
  listPrints: null,
  settlePrint: 'sell',
  printCopy: 'copy-receipt',
  saveReceipt: 'copy-receipt',
  /** The paper was changed: whoever did it sees whether it prints. */
  printTestPage: 'sell',
  openDrawer: 'open-drawer',
  printerStatus: null,
  findPrinters: 'settings',
  listProfiles: null,
  getLogo: null,
  setLogo: 'settings',
  listBackups: null,
  backUpNow: 'back-up',
  inspectBackup: 'restore-backup',
  restoreBackup: 'restore-backup',
  setLanguage: null,
  setTheme: null,
  setTextSize: null,
  setDisplay: 'settings',
  /** Where one is in it; what its steps save needs what it needs anywhere. */
  keepGuide: 'sell',
  saveSettings: 'settings',
  connectMerchant: 'merchant',
  leaveMerchant: 'merchant',
  payInTestMode: 'sell',
  listStaff: null,
  signIn: null,
  lock: null,
  saveStaff: 'staff',
  setStaffActive: 'staff',
  changePin: null,
  approve: null,
  listAudit: 'audit',
  listGoods: null,
  saveGoods: 'goods',
  hideGoods: 'goods',
  starGoods: 'goods',
  setPicture: 'goods',
  getPictures: null,
  keepSample: 'goods',
  acknowledgeGoods: 'goods',
  saveWeighedCodes: 'goods',
  getImport: null,
  beginImport: 'goods',
  addImportPiece: 'goods',
  checkImport: 'goods',
  changeImport: 'goods',
  runImport: 'goods',
  stopImport: 'goods',
  exportGoods: 'goods',
  openShift: 'shift',
  moveCash: 'shift',
  countDraft: 'shift',
  closeShift: 'shift',
  getShift: null,
  listShifts: null,
  printX: 'shift-report',
  printCount: 'shift',
  printZ: 'shift-report',
  exportSettings: 'shop-data',
  checkSettingsFile: 'shop-data',
  importSettings: 'shop-data',
  getCopies: null,
  copyNow: 'back-up',
  saveCopyPlan: 'shop-data',
  findDrives: 'back-up',
  listCopies: 'restore-backup',
  inspectCopy: 'restore-backup',
  bringInCopy: 'restore-backup',
  saveRetention: 'shop-data',
  listOutdated: 'shop-data',
  clearOutdated: 'shop-data',
  listServiceInvoices: 'books',
  getServiceInvoice: 'books',
  getServicePayment: 'books',
  startReconciliation: 'books',
  stopReconciliation: 'books',
  getReconciliation: 'books',
  listMatched: 'books',
  listReconciled: 'books',
  readDifferenceAgain: 'books',
  explainDifference: 'books',
  printReconciliation: 'books',
  exportReconciliation: 'books',
  readReport: 'reports',
  printReport: 'reports',
  exportReport: 'reports',
  exportEntries: 'reports',
  saveAccounts: 'settings',
}

/** Verbs that are answered while nobody is signed in. */
export const ANSWERED_WHILE_LOCKED: ReadonlySet<CashierVerb> = new Set<CashierVerb>([
  'getView',
  'signIn',
  'listStaff',
  // How the page looks: whoever comes has to read it before they can sign in.
  'setLanguage',
  'setTheme',
  'setTextSize',
  'hint',
  'getLogo',
])

/** Verbs that the page calls by itself: they are no sign that a person is there, and need no approval. */
export const ASKED_BY_ITSELF: ReadonlySet<CashierVerb> = new Set<CashierVerb>([
  'getView',
  'hint',
  'getLogo',
  'listStaff',
  'searchGoods',
  'listCategories',
  'listParked',
  'searchSales',
  'listSaleCashiers',
  'getSale',
  'planReturn',
  'getShift',
  'listShifts',
  'listAttention',
  'listWaiting',
  'listPrints',
  'listProfiles',
  'listBackups',
  'previewReceipt',
  'listGoods',
  'getPictures',
  'getImport',
  'listAudit',
  'getCopies',
  'getReconciliation',
  'listMatched',
  'listReconciled',
  'readReport',
])

/** Someone who works in the shop, without what is secret. */
const person = { id: idSchema, name: z.string(), role: z.enum(ROLES) }
export const personSchema = z.strictObject(person)
export type Person = Wire<typeof personSchema>

export const staffRowSchema = z.strictObject(person).extend({ active: z.boolean() })
export type StaffRow = Wire<typeof staffRowSchema>

/** Without a PIN nobody signs in: they came with a copy of the shop, and the owner has given none yet. */
export const listedPersonSchema = z.strictObject(person).extend({ active: z.boolean(), hasPin: z.boolean() })
export type ListedPerson = Wire<typeof listedPersonSchema>

/** The person who did something, as recorded with it. */
export const cashierSchema = z.strictObject({ id: z.string(), name: z.string() })
export type Cashier = Wire<typeof cashierSchema>
export const asCashier = (person: Person | null): Cashier | null =>
  person && { id: person.id, name: person.name }

export const SHORTEST_PIN = 4
export const LONGEST_PIN = 8
