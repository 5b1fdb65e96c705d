import type { TrialInvoice } from '../../../shared/shop/settings.ts'
import { isSameLogin, type Login } from './login.ts'
import type { SettingsStore } from './types.ts'

/** The stored invoices of trials (main/payment-service/client/trial-invoice.ts). */
export function trialInvoices(settings: Pick<SettingsStore, 'read' | 'write'>) {
  const others = ({ number }: TrialInvoice): TrialInvoice[] =>
    settings.read().trialInvoices.filter((one) => one.number !== number)
  return {
    /** Those of this merchant. */
    of: (merchant: Login): readonly TrialInvoice[] =>
      settings.read().trialInvoices.filter((trial) => isSameLogin(trial, merchant)),
    add: (trial: TrialInvoice): void => settings.write({ trialInvoices: [...others(trial), trial] }),
    remove: (trial: TrialInvoice): void => settings.write({ trialInvoices: others(trial) }),
  }
}
