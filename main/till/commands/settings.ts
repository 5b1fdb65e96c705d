/** Commands of this till's settings and its merchant. main/till/start-till.ts does what follows from a changed setting. */
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { blocksMerchantChange } from '../../../shared/sale/steps.ts'
import { type FieldChange, fieldChangesSchema } from '../../../shared/shop/field-changes.ts'
import { settingChanges, valueAt } from '../../../shared/shop/setting-changes.ts'
import {
  type ChangedSettings,
  LOCK_SCREEN_KEYS,
  permissionToChange,
  SETTING_FIELDS,
  SETTINGS,
  type Settings,
  savedSettings,
  type TrialInvoice,
  wholeSettings,
} from '../../../shared/shop/settings.ts'
import { type ServiceClient, tryInvoiceCode, withdrawTrial } from '../../payment-service/client/index.ts'
import { isSameLogin, trialInvoices } from '../../shop/settings/index.ts'
import { atService, type Merchant, signedIn } from './at-service.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, commandAlone, defineCommand, wholeReply } from './define-command.ts'
import { typed } from './schemas.ts'
import { storeMerchant } from './store-settings.ts'
import { codeOfLive, codesWith, mayBeTaken, refuseCodeInShift, refuseTakenCode } from './terminal-code.ts'

/** Settings as the screen sends them. The handler parses them, so that every wrong field is named. */
type TypedSettings = ChangedSettings & {
  /** A person confirms that the till with this code is gone. */
  readonly takeOver?: boolean
  /** These settings as the person saw them. A field that somebody else changed meanwhile to another value is refused. */
  readonly over?: ChangedSettings
}

/** Where this till receives callbacks: the other tills of the shop may name it. Its path is secret, so it is not in the view. */
export const getCallbackAddress = backgroundCommand({
  reply: z.nullable(z.string()),
  permission: 'settings',
  handle: (context) => context.session().service.callback.address(),
})

/**
 * Saves these fields of settings, if the person has the permission that shared/shop/settings.ts names for each setting. The
 * others stay as they are.
 */
export const saveSettings = defineCommand({
  request: z.custom<TypedSettings>((value) => typeof value === 'object' && value !== null),
  reply: z.strictObject({ changes: fieldChangesSchema }),
  permission: null,
  permissionFor: permissionToChange,
  whileLocked: (typed) =>
    Object.keys(typed).every((key) => (LOCK_SCREEN_KEYS as readonly string[]).includes(key)),
  audit: ({ takeOver, over: _over, ...typed }) =>
    permissionToChange(typed) === null ? null : takeOver === true ? { takeOver } : {},
  auditReply: wholeReply,
  handle: async (context, { takeOver, over, ...typed }, _authorization, { note }) => {
    const read = () => readSettings(typed, over ?? {}, context.shop.settings.read())
    const { terminalCode, copies } = read()
    if (terminalCode !== undefined && mayBeTaken(context, terminalCode, takeOver === true))
      await refuseTakenCode(context.session().terminalCodes, terminalCode)
    await context.till.confirmations.places({ ...context.shop.settings.read(), ...read() })
    if (copies !== undefined && copies.folder !== '') await context.session().copies.begin(copies.folder)
    if (terminalCode !== undefined) refuseCodeInShift(context, terminalCode) // again: a shift may have been opened meanwhile
    let changes: FieldChange[] = []
    const codes = terminalCode === undefined ? {} : codesWith(context, terminalCode)
    // Read again: somebody else may have changed fields of the same settings meanwhile.
    context.shop.settings.write({ ...read(), ...codes }, (was, now) => {
      changes = settingChanges(was, now)
      return note({ changes })
    })
    return { changes }
  },
})

function readSettings(typed: object, over: object, now: Settings) {
  const parsed = savedSettings.safeParse(wholeSettings(typed, now))
  if (!parsed.success) throw invalidFields(parsed.error)
  const stale = SETTING_FIELDS.filter(({ path }) => {
    const [seen, wanted, is] = [valueAt(over, path), valueAt(typed, path), valueAt(now, path)]
    return seen !== null && wanted !== null && !isDeepStrictEqual(seen, is) && !isDeepStrictEqual(wanted, is)
  })
  if (stale.length > 0) throw new CommandRefused('CHANGED_MEANWHILE')
  return parsed.data
}

/** The refusal of wrong settings. Its detail lists the paths of the wrong fields: "shop.name,shop.taxpayerNumber". */
function invalidFields({ issues }: z.ZodError): CommandRefused {
  const paths = issues.map(({ path }) => path.join('.'))
  return new CommandRefused('FIELDS_INVALID', [...new Set(paths)].join(','))
}

/** Tries the credentials and the invoice code at the service. If it accepts them, stores them and opens the shop in live mode. */
export const connectMerchant = defineCommand({
  request: z.strictObject({ baseUrl: typed, username: typed, password: typed, invoiceCode: typed }),
  /** False where no keyring was found: then the password is kept for this session only. */
  reply: z.strictObject({ passwordKept: z.boolean(), changes: fieldChangesSchema }),
  permission: 'merchant',
  audit: ({ baseUrl, username, invoiceCode }) => ({ baseUrl, username, invoiceCode }),
  auditReply: ({ changes }) => ({ changes }),
  handle: async (context, { password, ...rest }, _authorization, { note }) => {
    const merchant = readMerchant(rest)
    if (password === '') throw new CommandRefused('FIELDS_INVALID', 'merchant.password')
    refuseWhileUnfinished(context, merchant)
    await context.till.confirmations.merchant(merchant) // before a request: it has what the page typed
    await atService(context, merchant, password, (client) => tryCode(context, client, merchant))
    refuseWhileUnfinished(context, merchant) // again, because sales may have changed during the check
    let passwordKept = false
    let changes: FieldChange[] = []
    await context.sessions.moveTo({ merchant, password }, () => {
      const keep = () => {
        passwordKept = context.shop.vault.write('merchant-password', password)
      }
      // Test mode may have given the till another code. The shop database knows it by its own.
      const code = context.session().manyTills.link.member()?.code ?? codeOfLive(context.shop.settings.read())
      const codes = { terminalCode: code, liveTerminalCode: null }
      storeMerchant(context, { merchant, merchantHint: null, ...codes }, keep, (was, now) => {
        changes = settingChanges(was, now)
        return note({ passwordKept, changes })
      })
    })
    signedIn(context)
    return { passwordKept, changes }
  },
})

/** Opens the shop in test mode. */
export const leaveMerchant = defineCommand({
  reply: z.strictObject({ changes: fieldChangesSchema }),
  permission: 'merchant',
  audit: commandAlone,
  auditReply: wholeReply,
  handle: async (context, _nothing, _authorization, { note }) => {
    let changes: FieldChange[] = []
    const { merchant: merchantHint } = context.shop.settings.read()
    if (merchantHint === null) return { changes }
    refuseWhileUnfinished(context, null)
    await context.till.confirmations.testMode()
    refuseWhileUnfinished(context, null) // again, because sales may have changed while a person was asked
    const forget = (): void => context.shop.vault.forget('merchant-password')
    await context.sessions.moveTo({ merchant: null, password: null }, () => {
      const live = codeOfLive(context.shop.settings.read())
      const member = context.session().manyTills.link.member()
      const code = member?.code ?? live
      const codes = { terminalCode: code, liveTerminalCode: code === live ? null : live }
      storeMerchant(context, { merchant: null, merchantHint, ...codes }, forget, (was, now) => {
        changes = settingChanges(was, now)
        return note({ changes })
      })
    })
    return { changes }
  },
})

function readMerchant(given: { baseUrl: string; username: string; invoiceCode: string }): Merchant {
  const parsed = SETTINGS.merchant.schema.unwrap().safeParse(given)
  if (parsed.success) return parsed.data
  const fields = [...new Set(parsed.error.issues.map((issue) => `merchant.${String(issue.path[0])}`))]
  const isPlainHttp = fields.includes('merchant.baseUrl') && /^\s*http:/i.test(given.baseUrl)
  throw new CommandRefused(isPlainHttp ? 'ADDRESS_INSECURE' : 'FIELDS_INVALID', fields.join(','))
}

/** A new password for the same merchant needs no trial. */
async function tryCode(
  { clock, shop: { settings } }: CommandContext,
  client: ServiceClient,
  merchant: Merchant,
): Promise<void> {
  const { merchant: connected, terminalCode, invoicing } = settings.read()
  const { baseUrl, username, invoiceCode } = merchant
  if (connected?.invoiceCode === invoiceCode && isSameLogin(connected, merchant)) return
  const trials = trialInvoices(settings)
  const withdraw = async (trial: TrialInvoice): Promise<void> => {
    if (await withdrawTrial(client, trial, clock)) trials.remove(trial)
  }
  for (const left of trials.of(merchant)) await withdraw(left)
  const number = `TRY-${terminalCode}-${randomBytes(6).toString('hex').toUpperCase()}`
  const trial = { baseUrl, username, number }
  await tryInvoiceCode(client, trial, { invoiceCode, invoicing }, trials)
  await withdraw(trial)
}

/**
 * Refuses to change the merchant while sales still need it, because their money could not be found any more. A new
 * password for the same merchant is no change.
 */
function refuseWhileUnfinished(context: CommandContext, next: Settings['merchant']): void {
  const { mode, journal } = context.session()
  const { merchant } = context.shop.settings.read()
  if (mode === 'test') return
  if (isSameLogin(merchant, next)) return
  const unfinished = journal.unfinished.due().filter(blocksMerchantChange)
  if (unfinished.length > 0) throw new CommandRefused('SALES_UNFINISHED', String(unfinished.length))
}
