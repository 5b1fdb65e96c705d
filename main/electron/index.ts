export { pageSession } from './page-preferences.ts'
export { type CashierWindow, guardPages, openTill, prepareApp, runInElectron } from './run.ts'
