export { settingsOfFile, settingsStore } from './store.ts'
export { trialInvoices } from './trial-invoices.ts'
export { SECRETS_IN_USE, type SecretName, type SettingsStore, type Vault } from './types.ts'
export { type Keyring, keyringVault, sessionVault } from './vault.ts'
