export { settingsOfFile, settingsStore } from './store.ts'
export { trialInvoices } from './trial-invoices.ts'
export type { SecretName, SettingsStore, Vault } from './types.ts'
export { type Keyring, keyringVault, sessionVault } from './vault.ts'
