export { answerCall, readCall } from './answer.ts'
export { carryOutSetUp, refuseOlder, type SetUpWish } from './carry-out-set-up.ts'
export type { CommandContext, Machine, PagePaper, ShopData, ShopOf } from './command-context.ts'
export {
  type ArgumentsOf,
  type CashierBridge,
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  type ReplyOf,
  type RequestOf,
} from './commands.ts'
export { createCommandsInFlight } from './commands-in-flight.ts'
export { type AskPerson, createConfirmations, type Question } from './confirmations.ts'
export { fittingView, pageView, terminalView, type ViewParts } from './terminal-view.ts'
