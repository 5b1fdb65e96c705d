import { BOOKS_VERBS } from './books-verbs.ts'
import { GOODS_VERBS } from './goods-verbs.ts'
import { HISTORY_VERBS } from './history-verbs.ts'
import { REPORT_VERBS } from './report-verbs.ts'
import { SHIFT_VERBS } from './shift-verbs.ts'
import { SHOP_DATA_VERBS } from './shop-data-verbs.ts'

/**
 * The names of what a page may ask of the main process: the whole width of the bridge. No schema here, so that the
 * preload script stays a few lines; `table.ts` proves that it has a schema for each, and no other.
 */
export const CASHIER_VERBS = [
  'getView',
  'searchGoods',
  'listCategories',
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
  'listParked',
  'takeTender',
  'returnTender',
  'charge',
  'splitSale',
  'checkNow',
  'cancelCharge',
  'nextSale',
  'repeatGoods',
  'retryReceipt',
  'previewReceipt',
  ...HISTORY_VERBS,
  'getSale',
  'planReturn',
  'startReturn',
  'settleReturnStep',
  'printRefundSlip',
  'listAttention',
  'settleAttention',
  'listWaiting',
  'holdWork',
  'releaseWork',
  'giveUpWork',
  'acknowledgeFound',
  'acknowledgeRescue',
  'hint',
  'listPrints',
  'settlePrint',
  'printCopy',
  'saveReceipt',
  'printTestPage',
  'openDrawer',
  'printerStatus',
  'findPrinters',
  'listProfiles',
  'getLogo',
  'setLogo',
  'listBackups',
  'backUpNow',
  'inspectBackup',
  'restoreBackup',
  'setLanguage',
  'setDisplay',
  'setTheme',
  'setTextSize',
  'keepGuide',
  'saveSettings',
  'connectMerchant',
  'leaveMerchant',
  'payInTestMode',
  ...GOODS_VERBS,
  ...SHIFT_VERBS,
  ...SHOP_DATA_VERBS,
  ...BOOKS_VERBS,
  ...REPORT_VERBS,
  'listStaff',
  'signIn',
  'lock',
  'saveStaff',
  'setStaffActive',
  'changePin',
  'approve',
  'listAudit',
] as const

export type CashierVerb = (typeof CASHIER_VERBS)[number]

/** The one channel that requests come in on, and the one that news goes out on. */
export const CALL_CHANNEL = 'pos:call'
export const VIEW_CHANNEL = 'pos:view'
