export type { RestoreReport } from '../shop-data.ts'
export type { CashierBridge, Reply } from './bridge.ts'
export {
  type DisplayBridge,
  type DisplayLine,
  type DisplayScene,
  type DisplaySums,
  type DisplayView,
  displayViewSchema,
} from './display.ts'
export { DISPLAY_CHANNEL } from './display-channel.ts'
export {
  type AnswerOf,
  CASHIER_TABLE,
  type CashierTable,
  type ParsedRequestOf,
  type RequestOf,
  type SavedSettings,
  savedSettings,
} from './table.ts'
export { CALL_CHANNEL, CASHIER_VERBS, type CashierVerb, VIEW_CHANNEL } from './verbs.ts'
export {
  type AttentionItem,
  type BackupRow,
  type CallbackState,
  type Connection,
  type FollowingSale,
  type Monitoring,
  type ParkedSale,
  type RecoveredSale,
  type RescueNotice,
  type SaleView,
  type TerminalView,
  terminalViewSchema,
  type WaitingWork,
} from './view.ts'
