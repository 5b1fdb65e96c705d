export type { RestoreReport } from '../shop/shop-data.ts'
export { CALL_CHANNEL, DISPLAY_CHANNEL, type Reply, VIEW_CHANNEL } from './channels.ts'
export {
  type DisplayLine,
  type DisplayScene,
  type DisplaySums,
  type DisplayView,
  displayViewSchema,
} from './display.ts'
export type {
  Arrival,
  AttentionItem,
  BackupRow,
  CallbackState,
  CartApproval,
  ClockOff,
  Connection,
  LockedView,
  Monitoring,
  PageView,
  ParkedSale,
  QrsOfSale,
  RecoveredSale,
  RegisterRescue,
  RescueNotice,
  SaleView,
  TerminalView,
  WaitingWork,
} from './view.ts'
export { MOST_RECOVERED } from './view.ts'
