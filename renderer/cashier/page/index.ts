/** What all parts of the cashier's page use: calls, the store of views, texts. */
export * from './call.ts'
export * from './store.ts'
export * from './text.ts'
export * from './use-asked.ts'
export * from './use-command.ts'
