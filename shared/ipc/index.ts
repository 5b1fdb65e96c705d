export type { CashierBridge, Reply } from './bridge.ts'
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
export type {
  AttentionCause,
  AttentionItem,
  CallbackState,
  Connection,
  SaleSummary,
  SaleView,
  TerminalView,
  Watch,
} from './view.ts'
