export { Accounts } from './accounts.tsx'
export { Copies } from './copies.tsx'
export { Retention } from './retention.tsx'
export { SettingsFile } from './settings-file.tsx'
