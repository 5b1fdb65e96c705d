export { logFile } from './log-file.ts'
export { type CashierWindow, guardPages, openTill, prepareApp, runInElectron } from './run.ts'
