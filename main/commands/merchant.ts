import { CommandRefused } from '../../shared/failure.ts'
import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { type Settings, settingsSchema } from '../../shared/settings.ts'
import { blocksMerchantChange } from '../sales/index.ts'
import { createServiceClient, ServiceFailed } from '../service/index.ts'
import type { CommandContext } from './command-context.ts'

/** Tries the credentials at the service first. Stores them only if the service accepts them, and opens the shop in live mode. */
export async function connectMerchant(
  context: CommandContext,
  typed: ParsedRequestOf<'connectMerchant'>,
): Promise<{ passwordKept: boolean }> {
  const { password, ...rest } = typed
  const merchant = readMerchant(rest)
  if (password === '') throw new CommandRefused('SETTING_INVALID', 'merchant.password')
  refuseWhileUnfinished(context, merchant)
  await tryMerchant(context, merchant, password)
  refuseWhileUnfinished(context, merchant) // the check took its time
  let passwordKept = false
  await context.moveTo({ merchant, password }, () => {
    const keep = () => {
      passwordKept = context.vault.write('merchant-password', password)
    }
    keepMerchant(context, { merchant, merchantHint: null }, keep)
  })
  return { passwordKept }
}

export async function leaveMerchant(context: CommandContext): Promise<void> {
  if (context.settings.read().merchant === null) return
  refuseWhileUnfinished(context, null)
  await context.moveTo({ merchant: null, password: null }, () =>
    keepMerchant(context, { merchant: null }, () => context.vault.forget('merchant-password')),
  )
}

/** Settings and password, or neither. */
function keepMerchant(
  { settings, vault }: CommandContext,
  next: Partial<Settings>,
  keepPassword: () => void,
): void {
  const had = vault.read('merchant-password')
  try {
    keepPassword()
    settings.write({ ...settings.read(), ...next })
  } catch (error) {
    if (had === null) vault.forget('merchant-password')
    else vault.write('merchant-password', had)
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
}

function readMerchant(typed: {
  baseUrl: string
  username: string
  invoiceCode: string
}): NonNullable<Settings['merchant']> {
  const parsed = settingsSchema.shape.merchant.unwrap().safeParse(typed)
  if (parsed.success) return parsed.data
  const fields = [...new Set(parsed.error.issues.map((issue) => `merchant.${String(issue.path[0])}`))]
  const plainHttp = fields.includes('merchant.baseUrl') && /^\s*http:/i.test(typed.baseUrl)
  throw new CommandRefused(plainHttp ? 'ADDRESS_INSECURE' : 'SETTING_INVALID', fields.join(','))
}

async function tryMerchant(
  context: CommandContext,
  merchant: NonNullable<Settings['merchant']>,
  password: string,
): Promise<void> {
  const { clock, log } = context
  const credentials = { username: merchant.username, password }
  const client = createServiceClient({ baseUrl: merchant.baseUrl, credentials, clock, log })
  try {
    await client.tryCredentials()
  } catch (error) {
    if (error instanceof ServiceFailed)
      throw new CommandRefused(error.failure.name, error.failure.serviceMessage)
    throw error
  } finally {
    await client.close()
  }
}

/**
 * A merchant is not changed under sales that still need it: their money could not be found any more. The same one,
 * whose password is typed again, is no change.
 */
function refuseWhileUnfinished(context: CommandContext, next: Settings['merchant']): void {
  const { mode, journal } = context.shop()
  const { merchant } = context.settings.read()
  if (mode === 'practice') return
  if (merchant?.baseUrl === next?.baseUrl && merchant?.username === next?.username) return
  const unfinished = journal.sales.due().filter(blocksMerchantChange)
  if (unfinished.length > 0) throw new CommandRefused('SALES_UNFINISHED', String(unfinished.length))
}
