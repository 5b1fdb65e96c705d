/**
 * What the audit trail records of each verb: ids and amounts, never a PIN or a password. Null records nothing. Ringing up goods is
 * recorded in the events of the sale, with the name of the cashier. The audit trail records who took away goods, prices or money,
 * and who changed the terminal.
 */
import type { AnswerOf, CashierVerb, ParsedRequestOf, RestoreReport } from '../../shared/ipc/index.ts'
import type { Settings } from '../../shared/settings.ts'

export type About = Readonly<Record<string, unknown>>

type Abouts = {
  readonly [Verb in CashierVerb]: ((request: ParsedRequestOf<Verb>, settings: Settings) => About) | null
}

const whole = (request: About): About => request
const nothing = (): About => ({})

const ABOUTS: Abouts = {
  getView: null,
  searchGoods: null,
  listCategories: null,
  addProduct: null,
  changeLine: whole,
  removeLine: whole,
  discountLine: whole,
  discountSale: whole,
  noteLine: null,
  noteSale: null,
  undo: whole,
  setReceiver: null,
  discardSale: whole,
  parkSale: ({ saleId }) => ({ saleId }),
  resumeSale: whole,
  listParked: null,
  takeTender: whole,
  returnTender: whole,
  charge: whole,
  splitSale: whole,
  checkNow: null,
  cancelCharge: whole,
  nextSale: null,
  repeatGoods: whole,
  retryReceipt: whole,
  previewReceipt: null,
  searchSales: null,
  listSaleCashiers: null,
  getSale: null,
  planReturn: null,
  startReturn: ({ saleId, way, reason, amount }) => ({ saleId, way, reason, amount }),
  settleReturnStep: ({ saleId, act }) => ({ saleId, step: act.do }),
  printRefundSlip: whole,
  listAttention: null,
  settleAttention: whole,
  listWaiting: null,
  holdWork: whole,
  releaseWork: whole,
  giveUpWork: whole,
  acknowledgeFound: nothing,
  acknowledgeRescue: nothing,
  hint: null,
  listPrints: null,
  settlePrint: whole,
  printCopy: whole,
  saveReceipt: whole,
  printTestPage: null,
  openDrawer: whole,
  printerStatus: null,
  findPrinters: null,
  listProfiles: null,
  getLogo: null,
  setLogo: ({ picture }) => ({ removed: picture === null }),
  listBackups: null,
  backUpNow: nothing,
  inspectBackup: null,
  restoreBackup: whole,
  setLanguage: null,
  setTheme: null,
  setTextSize: null,
  setDisplay: whole,
  keepGuide: null,
  saveSettings: ({ takeOver, ...typed }, settings) => ({
    changed: changedKeys(typed, settings),
    ...(takeOver === true ? { takeOver } : {}),
  }),
  connectMerchant: ({ baseUrl, username, invoiceCode }) => ({ baseUrl, username, invoiceCode }),
  leaveMerchant: nothing,
  payInTestMode: null,
  listStaff: null,
  // Recorded by main/staff/staff.ts itself, which also records wrong PINs.
  signIn: null,
  lock: null,
  saveStaff: ({ id, name, role, pin }) => ({ id, name, role, newPin: pin !== null }),
  setStaffActive: ({ id, active }) => ({ staffId: id, active }),
  changePin: nothing,
  approve: null,
  listAudit: null,
  listGoods: null,
  saveGoods: ({ was, goods: { code, name, price, taxKind } }) => ({ was, code, name, price, taxKind }),
  hideGoods: whole,
  starGoods: null,
  setPicture: ({ code, picture }) => ({ code, removed: picture === null }),
  getPictures: null,
  keepSample: nothing,
  acknowledgeGoods: nothing,
  saveWeighedCodes: nothing,
  getImport: null,
  beginImport: ({ name }) => ({ file: name }),
  addImportPiece: null,
  checkImport: null,
  changeImport: null,
  runImport: ({ wrong }) => ({ wrong }),
  stopImport: null,
  exportGoods: whole,
  openShift: whole,
  moveCash: whole,
  countDraft: null,
  closeShift: ({ shiftId, reason }) => ({ shiftId, reason }),
  getShift: null,
  listShifts: null,
  printX: whole,
  printCount: null,
  printZ: whole,
  exportSettings: nothing,
  checkSettingsFile: null,
  importSettings: ({ devices }) => ({ devices }),
  getCopies: null,
  copyNow: nothing,
  saveCopyPlan: whole,
  findDrives: null,
  listCopies: null,
  inspectCopy: null,
  bringInCopy: ({ name, parts, owner }) => ({ name, parts, owner: owner?.id ?? null }),
  saveRetention: whole,
  listOutdated: null,
  clearOutdated: nothing,
  listServiceInvoices: null,
  getServiceInvoice: null,
  getServicePayment: null,
  startReconciliation: whole,
  stopReconciliation: null,
  getReconciliation: null,
  listMatched: null,
  listReconciled: null,
  readDifferenceAgain: null,
  explainDifference: whole,
  printReconciliation: whole,
  exportReconciliation: whole,
  readReport: null,
  printReport: whole,
  exportReport: whole,
  exportEntries: whole,
  saveAccounts: whole,
}

/** Null where the audit trail gets no row. */
export function auditedAbout(verb: CashierVerb, request: unknown, settings: Settings): About | null {
  const about = ABOUTS[verb] as ((request: unknown, settings: Settings) => About) | null
  return about?.(request, settings) ?? null
}

type Outcomes = { readonly [Verb in CashierVerb]?: (answer: AnswerOf<Verb>) => About }

/** The days whose figures changed, and the first sign of tampering in the backup. */
const ofRestore = (report: RestoreReport | null): About =>
  report === null ? {} : { days: report.days, wrong: report.wrong }

const OUTCOMES: Outcomes = {
  restoreBackup: ofRestore,
  bringInCopy: ({ sales }) => ofRestore(sales),
}

/** The part of the answer that is recorded together with the request. */
export function auditedOutcome(verb: CashierVerb, answer: unknown): About {
  const outcome = OUTCOMES[verb] as ((answer: unknown) => About) | undefined
  return outcome?.(answer) ?? {}
}

const changedKeys = (typed: object, settings: Settings): string[] =>
  Object.entries(typed)
    .filter(([key, value]) => !same(value, settings[key as keyof Settings]))
    .map(([key]) => key)

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
