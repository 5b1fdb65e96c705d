/** The verbs of the IPC table, one function each: a thin layer that finds the part that does the work. */
import { CommandRefused } from '../../shared/failure.ts'
import type { AnswerOf, CashierVerb, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import { asCashier } from '../../shared/staff.ts'
import { saleView } from '../counter/index.ts'
import { loadProfiles } from '../printing/index.ts'
import { foundDrives } from '../shop-data/index.ts'
import type { Warrant } from '../staff/index.ts'
import { approve } from './approve.ts'
import {
  exportReconciliation,
  getReconciliation,
  getServiceInvoice,
  getServicePayment,
  listServiceInvoices,
} from './books.ts'
import type { Desk } from './desk.ts'
import { exportEntries, saveAccounts } from './entries.ts'
import { exportReport } from './export-report.ts'
import { getShift } from './get-shift.ts'
import {
  exportGoods,
  getPictures,
  hideGoods,
  keepSample,
  listGoods,
  saveGoods,
  saveWeighedCodes,
  searchGoods,
  setPicture,
  starGoods,
} from './goods.ts'
import { addImportPiece, beginImport, checkImport, runImport } from './goods-import.ts'
import { hint } from './hint.ts'
import { listAudit } from './list-audit.ts'
import { getLogo, setLogo } from './logo.ts'
import { connectMerchant, leaveMerchant } from './merchant.ts'
import { practicePay } from './practice-pay.ts'
import { previewReceipt } from './preview-receipt.ts'
import { printReport } from './print-report.ts'
import { restoreReport } from './restore-report.ts'
import { ringUp } from './ring-up.ts'
import { saveReceipt } from './save-receipt.ts'
import { saveSettings } from './save-settings.ts'
import {
  bringInCopy,
  checkSettingsFile,
  clearOutdated,
  exportSettings,
  importSettings,
  inspectCopy,
  listCopies,
  listOutdated,
  saveCopyPlan,
  saveRetention,
} from './shop-data.ts'
import { terminalView } from './terminal-view.ts'
import { wantedBack } from './wanted-back.ts'

export type Handler = (desk: Desk, request: unknown, warrant: Warrant) => unknown

/** Where the table has no answer, what the function returns does not matter: it must be nothing, and the parse sees to it. */
type Answer<Value> = Value extends undefined ? unknown : Value

type Commands = {
  readonly [Verb in CashierVerb]: (
    desk: Desk,
    request: ParsedRequestOf<Verb>,
    /** For whom it is done, and by whose leave. */
    warrant: Warrant,
  ) => Answer<AnswerOf<Verb>> | Promise<Answer<AnswerOf<Verb>>>
}

export const commands: Commands = {
  getView: (desk) => terminalView(desk),
  searchGoods,
  listCategories: (desk) => [...desk.goods.catalogue.categories()],
  addProduct: ringUp,
  changeLine: (desk, { saleId, lineId, quantity, price }) =>
    desk.shop().counter.change(saleId, lineId, {
      ...(quantity === undefined ? {} : { quantity }),
      ...(price === undefined ? {} : { price }),
    }),
  removeLine: (desk, { saleId, lineId }) => desk.shop().counter.remove(saleId, lineId),
  setReceiver: (desk, { saleId, register }) => ({
    register: desk.shop().counter.setReceiver(saleId, register),
  }),
  discountLine: (desk, { saleId, lineId, discount }) =>
    desk.shop().counter.discountLine(saleId, lineId, discount),
  discountSale: (desk, { saleId, discount }) => desk.shop().counter.discountSale(saleId, discount),
  noteLine: (desk, { saleId, lineId, note }) => desk.shop().counter.noteLine(saleId, lineId, note),
  noteSale: (desk, { saleId, note }) => desk.shop().counter.noteSale(saleId, note),
  undo: (desk, { saleId }) => desk.shop().counter.undo(saleId),
  parkSale: (desk, { saleId, label }) => desk.shop().parking.park(saleId, label),
  resumeSale: (desk, { saleId }) => desk.shop().parking.resume(saleId),
  listParked: (desk) => desk.shop().parking.list(),
  takeTender: (desk, { saleId, ...typed }) => desk.shop().tenders.take(saleId, typed),
  returnTender: (desk, { saleId, tenderId }) => desk.shop().tenders.giveBack(saleId, tenderId),
  discardSale: (desk, { saleId }) => desk.shop().counter.discard(saleId),
  charge: (desk, { saleId }) => desk.shop().counter.charge(saleId),
  splitSale: (desk, { saleId }) => ({ saleId: desk.shop().counter.split(saleId) }),
  checkNow: (desk, { saleId }) => desk.shop().counter.checkNow(saleId),
  cancelCharge: (desk, { saleId }) => desk.shop().counter.cancel(saleId),
  nextSale: (desk, { saleId }) => desk.shop().counter.next(saleId),
  repeatGoods: (desk, { saleId }) => desk.shop().counter.repeatGoods(saleId),
  retryReceipt: (desk, { saleId }) => desk.shop().counter.retryReceipt(saleId),
  previewReceipt,
  searchSales: (desk, request) => desk.shop().history.search(request),
  listSaleCashiers: (desk) => [...desk.shop().journal.cashierNames()],
  getSale: (desk, { saleId }) => {
    const { journal, runner } = desk.shop()
    const sale = journal.sale(saleId)
    if (!sale) throw new CommandRefused('SALE_UNKNOWN')
    const view = saleView(sale, journal, runner, desk.settings.read())
    return { view, events: [...journal.events(saleId)], prints: [...journal.printsOf(saleId)] }
  },
  planReturn: (desk, { saleId, lines, way }) => desk.shop().returns.plan(saleId, wantedBack(lines), way),
  startReturn: (desk, { saleId, lines, way, reason, amount }, { person, approvedBy }) => ({
    returnId: desk.shop().returns.start(saleId, wantedBack(lines), {
      way,
      reason,
      amount: money(amount),
      by: asCashier(person),
      approvedBy: asCashier(approvedBy),
    }),
  }),
  settleReturnStep: (desk, { saleId, returnId, act }) => desk.shop().returns.act(saleId, returnId, act),
  printRefundSlip: (desk, { saleId, returnId }) => desk.shop().returns.copySlip(saleId, returnId),
  listAttention: (desk) =>
    [...desk.shop().remedies.list(), ...desk.shop().prints.doubts()].sort((one, other) => one.at - other.at),
  settleAttention: (desk, { saleId, cause, remedy, amount, ...taken }) => {
    if (cause === 'receipt-unprintable') return desk.shop().prints.settleDoubt(saleId, remedy)
    return desk.shop().remedies.settle({
      saleId,
      cause,
      remedy,
      amount: amount === null ? null : money(amount),
      taken,
    })
  },
  listWaiting: (desk) => desk.shop().work.list(),
  holdWork: (desk, { saleId }) => desk.shop().work.hold(saleId),
  releaseWork: (desk, { saleId }) => desk.shop().work.release(saleId),
  giveUpWork: (desk, { saleId, work }) => desk.shop().work.giveUp(saleId, work),
  listPrints: (desk) => desk.shop().prints.list(),
  settlePrint: (desk, { id, remedy }) => desk.shop().prints.settle(id, remedy),
  printCopy: (desk, { saleId }) => desk.shop().prints.copy(saleId),
  saveReceipt,
  printTestPage: (desk, { printer }) => desk.shop().prints.test(printer),
  openShift: (desk, { float }) => desk.shop().shifts.open(float),
  moveCash: (desk, { way, amount, reason }) => desk.shop().shifts.move(way, amount, reason),
  countDraft: (desk, { shiftId, lines, done }) => desk.shop().shifts.draft(shiftId, lines, done),
  closeShift: (desk, closing) => desk.shop().shifts.close(closing),
  getShift,
  readReport: (desk, { from, to, order }) => desk.shop().reports.step({ from, to }, order),
  printReport,
  exportReport,
  exportEntries,
  saveAccounts,
  listShifts: (desk) => desk.shop().shifts.list(),
  printX: (desk, { shiftId }) => desk.shop().shifts.printX(shiftId),
  printCount: (desk, { shiftId }) => desk.shop().shifts.printCount(shiftId),
  printZ: (desk, { shiftId }) => desk.shop().shifts.printZ(shiftId),
  listServiceInvoices,
  getServiceInvoice,
  getServicePayment,
  startReconciliation: (desk, { span }) => desk.shop().reconciler.start(span),
  stopReconciliation: (desk) => desk.shop().reconciler.stop(),
  getReconciliation,
  listMatched: (desk, { span, offset, limit }) => desk.shop().reconciled.matched(span, offset, limit),
  listReconciled: (desk) => desk.shop().reconciled.list(),
  readDifferenceAgain: (desk, { span, key }) => desk.shop().reconciler.again(span, key),
  explainDifference: (desk, { span, key, why }, { person }) =>
    desk.shop().reconciled.explain(span, key, why, asCashier(person)),
  printReconciliation: (desk, { span }) => desk.shop().reconciled.print(span),
  exportReconciliation,
  openDrawer: (desk, { printer }) => desk.shop().prints.openDrawer(printer),
  printerStatus: (desk, { printer }) => desk.shop().prints.status(printer),
  findPrinters: (desk, { network }) => desk.findPrinters(network),
  listProfiles: () => loadProfiles().map(({ id, name }) => ({ id, name })),
  getLogo,
  setLogo,
  acknowledgeFound: (desk) => changing(desk, () => desk.shop().found.acknowledge()),
  acknowledgeRescue: (desk) => desk.shop().journal.acknowledgeRescue(),
  hint,
  listBackups: (desk) => [...desk.shop().backups.list()],
  backUpNow: (desk) => desk.shop().backups.now(),
  inspectBackup: async (desk, { name }) => restoreReport(await desk.shop().backups.inspect(name)),
  restoreBackup: async (desk, { name }) => {
    const report = restoreReport(await desk.shop().backups.restore(name))
    await desk.reopen()
    return report
  },
  setLanguage: (desk, { language }) =>
    changing(desk, () => desk.settings.write({ ...desk.settings.read(), language })),
  setDisplay: (desk, { display }) =>
    changing(desk, () => desk.settings.write({ ...desk.settings.read(), display })),
  setTheme: (desk, { theme }) =>
    changing(desk, () => desk.settings.write({ ...desk.settings.read(), theme })),
  setTextSize: (desk, { textSize }) =>
    changing(desk, () => desk.settings.write({ ...desk.settings.read(), textSize })),
  keepGuide: (desk, guide) => changing(desk, () => desk.settings.write({ ...desk.settings.read(), guide })),
  saveSettings,
  connectMerchant,
  leaveMerchant,
  practicePay,
  listGoods,
  saveGoods,
  hideGoods,
  starGoods,
  setPicture,
  getPictures,
  keepSample,
  acknowledgeGoods: (desk) => desk.goods.acknowledgeDamage(),
  saveWeighedCodes,
  getImport: (desk) => desk.importer.state(),
  beginImport,
  addImportPiece,
  checkImport,
  changeImport: (desk, { id }) => desk.importer.again(id),
  runImport,
  stopImport: (desk, { id }) => desk.importer.stop(id),
  exportGoods,
  listStaff: ({ staff }) => ({ people: [...staff.list()], damaged: staff.isDamaged() }),
  signIn: async ({ staff }, { staffId, pin }) => void (await staff.signIn(staffId, pin)),
  lock: ({ staff }) => staff.lock(),
  saveStaff: ({ staff }, typed) => staff.save(typed),
  setStaffActive: ({ staff }, { id, active }) => staff.setActive(id, active),
  changePin: ({ staff }, { pin, newPin }) => staff.changePin(pin, newPin),
  approve,
  listAudit,
  exportSettings,
  checkSettingsFile,
  importSettings,
  getCopies: (desk) => desk.shop().copies.news(),
  copyNow: (desk) => desk.shop().copies.now(),
  saveCopyPlan,
  findDrives: async () => [...(await foundDrives())],
  listCopies,
  inspectCopy,
  bringInCopy,
  saveRetention,
  listOutdated,
  clearOutdated,
}

/** Verbs that are one commit: with their key in it, they are done once even over a restart. */
export const RECORDED: ReadonlySet<CashierVerb> = new Set<CashierVerb>([
  'addProduct',
  'changeLine',
  'removeLine',
  'discountLine',
  'discountSale',
  'noteLine',
  'noteSale',
  'undo',
  'setReceiver',
  'discardSale',
  'parkSale',
  'resumeSale',
  'takeTender',
  'returnTender',
  'charge',
  'splitSale',
  'cancelCharge',
  'nextSale',
  'repeatGoods',
  'retryReceipt',
  'startReturn',
  'settleReturnStep',
  'printRefundSlip',
  'settleAttention',
  'holdWork',
  'releaseWork',
  'giveUpWork',
  'settlePrint',
  'printCopy',
  'printTestPage',
  'openDrawer',
  'openShift',
  'moveCash',
  'closeShift',
  'printX',
  'printCount',
  'printZ',
  'explainDifference',
  'printReconciliation',
])

/** For acts that no commit of a sale tells the page about. */
function changing(desk: Desk, act: () => void): void {
  act()
  desk.changed()
}
