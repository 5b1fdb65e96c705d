import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { accountNumbers } from '../../shared/ledger-accounts.ts'
import type { CommandContext } from './command-context.ts'
import { invalidFields } from './save-settings.ts'

export async function exportEntries(
  context: CommandContext,
  asked: ParsedRequestOf<'exportEntries'>,
): Promise<{ path: string }> {
  const { accounts, language } = context.settings.read()
  const path = await context
    .shop()
    .reports.entries({ ...asked, accounts, language, folder: context.documents })
  return { path }
}

export function saveAccounts(context: CommandContext, typed: ParsedRequestOf<'saveAccounts'>): void {
  const parsed = accountNumbers.safeParse(typed)
  if (!parsed.success) throw invalidFields(parsed.error, 'accounts')
  context.settings.write({ ...context.settings.read(), accounts: parsed.data })
  context.changed()
}
