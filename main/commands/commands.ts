/** The verbs of the IPC table, one function each: a thin layer that finds the part that does the work. */
import { CommandRefused } from '../../shared/failure.ts'
import type { AnswerOf, CashierVerb, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import { asCashier } from '../../shared/staff.ts'
import { saleView } from '../counter/index.ts'
import { loadProfiles } from '../printing/index.ts'
import { foundDrives } from '../shop-data/index.ts'
import type { Authorization } from '../staff/index.ts'
import { approve } from './approve.ts'
import {
  exportReconciliation,
  getReconciliation,
  getServiceInvoice,
  getServicePayment,
  listServiceInvoices,
} from './books.ts'
import type { CommandContext } from './command-context.ts'
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
import { payInTestMode } from './practice-pay.ts'
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

export type Handler = (context: CommandContext, request: unknown, authorization: Authorization) => unknown

/** Where the table has no answer, what the function returns does not matter: it must be nothing, and the parse sees to it. */
type Answer<Value> = Value extends undefined ? unknown : Value

type Commands = {
  readonly [Verb in CashierVerb]: (
    context: CommandContext,
    request: ParsedRequestOf<Verb>,
    /** For whom it is done, and by whose leave. */
    authorization: Authorization,
  ) => Answer<AnswerOf<Verb>> | Promise<Answer<AnswerOf<Verb>>>
}

export const commands: Commands = {
  getView: (context) => terminalView(context),
  searchGoods,
  listCategories: (context) => [...context.goods.catalogue.categories()],
  addProduct: ringUp,
  changeLine: (context, { saleId, lineId, quantity, price }) =>
    context.shop().counter.change(saleId, lineId, {
      ...(quantity === undefined ? {} : { quantity }),
      ...(price === undefined ? {} : { price }),
    }),
  removeLine: (context, { saleId, lineId }) => context.shop().counter.remove(saleId, lineId),
  setReceiver: (context, { saleId, register }) => ({
    register: context.shop().counter.setReceiver(saleId, register),
  }),
  discountLine: (context, { saleId, lineId, discount }) =>
    context.shop().counter.discountLine(saleId, lineId, discount),
  discountSale: (context, { saleId, discount }) => context.shop().counter.discountSale(saleId, discount),
  noteLine: (context, { saleId, lineId, note }) => context.shop().counter.noteLine(saleId, lineId, note),
  noteSale: (context, { saleId, note }) => context.shop().counter.noteSale(saleId, note),
  undo: (context, { saleId }) => context.shop().counter.undo(saleId),
  parkSale: (context, { saleId, label }) => context.shop().parking.park(saleId, label),
  resumeSale: (context, { saleId }) => context.shop().parking.resume(saleId),
  listParked: (context) => context.shop().parking.list(),
  takeTender: (context, { saleId, ...typed }) => context.shop().tenders.take(saleId, typed),
  returnTender: (context, { saleId, tenderId }) => context.shop().tenders.giveBack(saleId, tenderId),
  discardSale: (context, { saleId }) => context.shop().counter.discard(saleId),
  charge: (context, { saleId }) => context.shop().counter.charge(saleId),
  splitSale: (context, { saleId }) => ({ saleId: context.shop().counter.split(saleId) }),
  checkNow: (context, { saleId }) => context.shop().counter.checkNow(saleId),
  cancelCharge: (context, { saleId }) => context.shop().counter.cancel(saleId),
  nextSale: (context, { saleId }) => context.shop().counter.next(saleId),
  repeatGoods: (context, { saleId }) => context.shop().counter.repeatGoods(saleId),
  retryReceipt: (context, { saleId }) => context.shop().counter.retryReceipt(saleId),
  previewReceipt,
  searchSales: (context, request) => context.shop().history.search(request),
  listSaleCashiers: (context) => [...context.shop().journal.search.cashierNames()],
  getSale: (context, { saleId }) => {
    const { journal, runner } = context.shop()
    const sale = journal.sales.byId(saleId)
    if (!sale) throw new CommandRefused('SALE_UNKNOWN')
    const view = saleView(sale, journal, runner, context.settings.read())
    return { view, events: [...journal.sales.events(saleId)], prints: [...journal.printJobs.ofSale(saleId)] }
  },
  planReturn: (context, { saleId, lines, way }) =>
    context.shop().returns.plan(saleId, wantedBack(lines), way),
  startReturn: (context, { saleId, lines, way, reason, amount }, { person, approvedBy }) => ({
    returnId: context.shop().returns.start(saleId, wantedBack(lines), {
      way,
      reason,
      amount: money(amount),
      by: asCashier(person),
      approvedBy: asCashier(approvedBy),
    }),
  }),
  settleReturnStep: (context, { saleId, returnId, act }) => context.shop().returns.act(saleId, returnId, act),
  printRefundSlip: (context, { saleId, returnId }) => context.shop().returns.copySlip(saleId, returnId),
  listAttention: (context) =>
    [...context.shop().remedies.list(), ...context.shop().prints.doubts()].sort(
      (one, other) => one.at - other.at,
    ),
  settleAttention: (context, { saleId, cause, remedy, amount, ...taken }) => {
    if (cause === 'receipt-unprintable') return context.shop().prints.settleDoubt(saleId, remedy)
    return context.shop().remedies.settle({
      saleId,
      cause,
      remedy,
      amount: amount === null ? null : money(amount),
      taken,
    })
  },
  listWaiting: (context) => context.shop().work.list(),
  holdWork: (context, { saleId }) => context.shop().work.hold(saleId),
  releaseWork: (context, { saleId }) => context.shop().work.release(saleId),
  giveUpWork: (context, { saleId, work }) => context.shop().work.giveUp(saleId, work),
  listPrints: (context) => context.shop().prints.list(),
  settlePrint: (context, { id, remedy }) => context.shop().prints.settle(id, remedy),
  printCopy: (context, { saleId }) => context.shop().prints.copy(saleId),
  saveReceipt,
  printTestPage: (context, { printer }) => context.shop().prints.test(printer),
  openShift: (context, { float }) => context.shop().shifts.open(float),
  moveCash: (context, { way, amount, reason }) => context.shop().shifts.move(way, amount, reason),
  countDraft: (context, { shiftId, lines, done }) => context.shop().shifts.draft(shiftId, lines, done),
  closeShift: (context, closing) => context.shop().shifts.close(closing),
  getShift,
  readReport: (context, { from, to, order }) => context.shop().reports.step({ from, to }, order),
  printReport,
  exportReport,
  exportEntries,
  saveAccounts,
  listShifts: (context) => context.shop().shifts.list(),
  printX: (context, { shiftId }) => context.shop().shifts.printX(shiftId),
  printCount: (context, { shiftId }) => context.shop().shifts.printCount(shiftId),
  printZ: (context, { shiftId }) => context.shop().shifts.printZ(shiftId),
  listServiceInvoices,
  getServiceInvoice,
  getServicePayment,
  startReconciliation: (context, { span }) => context.shop().reconciler.start(span),
  stopReconciliation: (context) => context.shop().reconciler.stop(),
  getReconciliation,
  listMatched: (context, { span, offset, limit }) => context.shop().reconciled.matched(span, offset, limit),
  listReconciled: (context) => context.shop().reconciled.list(),
  readDifferenceAgain: (context, { span, key }) => context.shop().reconciler.again(span, key),
  explainDifference: (context, { span, key, why }, { person }) =>
    context.shop().reconciled.explain(span, key, why, asCashier(person)),
  printReconciliation: (context, { span }) => context.shop().reconciled.print(span),
  exportReconciliation,
  openDrawer: (context, { printer }) => context.shop().prints.openDrawer(printer),
  printerStatus: (context, { printer }) => context.shop().prints.status(printer),
  findPrinters: (context, { network }) => context.findPrinters(network),
  listProfiles: () => loadProfiles().map(({ id, name }) => ({ id, name })),
  getLogo,
  setLogo,
  acknowledgeFound: (context) => changing(context, () => context.shop().found.acknowledge()),
  acknowledgeRescue: (context) => context.shop().journal.rescue.acknowledge(),
  hint,
  listBackups: (context) => [...context.shop().backups.list()],
  backUpNow: (context) => context.shop().backups.now(),
  inspectBackup: async (context, { name }) => restoreReport(await context.shop().backups.inspect(name)),
  restoreBackup: async (context, { name }) => {
    const report = restoreReport(await context.shop().backups.restore(name))
    await context.reopen()
    return report
  },
  setLanguage: (context, { language }) =>
    changing(context, () => context.settings.write({ ...context.settings.read(), language })),
  setDisplay: (context, { display }) =>
    changing(context, () => context.settings.write({ ...context.settings.read(), display })),
  setTheme: (context, { theme }) =>
    changing(context, () => context.settings.write({ ...context.settings.read(), theme })),
  setTextSize: (context, { textSize }) =>
    changing(context, () => context.settings.write({ ...context.settings.read(), textSize })),
  keepGuide: (context, guide) =>
    changing(context, () => context.settings.write({ ...context.settings.read(), guide })),
  saveSettings,
  connectMerchant,
  leaveMerchant,
  payInTestMode: payInTestMode,
  listGoods,
  saveGoods,
  hideGoods,
  starGoods,
  setPicture,
  getPictures,
  keepSample,
  acknowledgeGoods: (context) => context.goods.acknowledgeDamage(),
  saveWeighedCodes,
  getImport: (context) => context.importer.state(),
  beginImport,
  addImportPiece,
  checkImport,
  changeImport: (context, { id }) => context.importer.again(id),
  runImport,
  stopImport: (context, { id }) => context.importer.stop(id),
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
  getCopies: (context) => context.shop().copies.news(),
  copyNow: (context) => context.shop().copies.now(),
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
function changing(context: CommandContext, act: () => void): void {
  act()
  context.changed()
}
