import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { accountNumbers } from '../../shared/ledger-accounts.ts'
import type { Desk } from './desk.ts'
import { invalidFields } from './save-settings.ts'

export async function exportEntries(
  desk: Desk,
  asked: ParsedRequestOf<'exportEntries'>,
): Promise<{ path: string }> {
  const { accounts, language } = desk.settings.read()
  const path = await desk.shop().reports.entries({ ...asked, accounts, language, folder: desk.documents })
  return { path }
}

export function saveAccounts(desk: Desk, typed: ParsedRequestOf<'saveAccounts'>): void {
  const parsed = accountNumbers.safeParse(typed)
  if (!parsed.success) throw invalidFields(parsed.error, 'accounts')
  desk.settings.write({ ...desk.settings.read(), accounts: parsed.data })
  desk.changed()
}
