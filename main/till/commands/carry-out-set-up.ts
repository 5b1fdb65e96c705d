/**
 * Sets up the till from an opened shop file, for the guide and for `tugrik-pos --set-up`:
 *
 *     plan ── asks the service ── settings, password and mode in one step ── goods ── people
 *
 * All checks come before the first change. What the till has already is left out, so a second run changes nothing, and
 * completes a first one that was cut off.
 */
import { CommandRefused, failureOf } from '../../../shared/failure.ts'
import { GUIDE_OVER } from '../../../shared/shop/guide.ts'
import { LOCK_SCREEN_KEYS, SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { changesNothing, type FilePart, type SetUpReport } from '../../../shared/shop/shop-file.ts'
import type { ServiceClient } from '../../payment-service/client/index.ts'
import { codeFor, type SealedFile } from '../../shop/files/index.ts'
import type { About } from '../../shop/people/index.ts'
import { isSameLogin } from '../../shop/settings/index.ts'
import type { AuditEntry } from '../../storage/journal/index.ts'
import { createTerminalCodes } from '../session/index.ts'
import { atService, type Merchant, signedIn } from './at-service.ts'
import { changedSince } from './changed-since.ts'
import type { CommandContext } from './command-context.ts'
import { changesTo, storeMerchant } from './store-settings.ts'
import { next, take, takeable } from './take-file.ts'
import { codeOfLive, refuseLiveCodeInShift, refuseTakenCode } from './terminal-code.ts'

export type SetUpWish = {
  /** The code of this terminal; null for that of the file's list, or the one that a till in live mode has. */
  readonly terminal: string | null
  /** The name of this computer in the file's list. */
  readonly computer: string
  /** The other till with this code is gone. */
  readonly takeOver: boolean
  /** The file may undo settings that were changed after it was made. */
  readonly olderFile: boolean
  /** Only tells what would change. */
  readonly dryRun: boolean
}

export async function carryOutSetUp(
  context: CommandContext,
  file: SealedFile,
  wish: SetUpWish,
): Promise<SetUpReport> {
  const { merchant, terminal, report } = plan(context, file, wish)
  if (changesNothing(report)) return report
  if (report.password && !context.shop.vault.works()) throw new CommandRefused('SET_UP_KEYRING')
  if (wish.dryRun) return report
  refuseOlder(report, wish)
  await context.till.confirmations.merchant(merchant)
  await context.till.confirmations.places(nextSettings(context, file, terminal))
  if (report.password || report.changes.length > 0) {
    await askService(context, file, merchant, terminal, wish.takeOver)
    await storeAll(context, file, { merchant, terminal, report })
  }
  try {
    if (report.goods !== null) await takePart(context, file, 'goods')
    // Last, because with staff every command needs a sign-in.
    if (report.people > 0) await takePart(context, file, 'people')
  } catch (error) {
    throw new CommandRefused('SET_UP_PARTLY', failureOf(error).name)
  }
  return report
}

type Plan = {
  readonly merchant: Merchant
  readonly terminal: string
  readonly report: SetUpReport
}

function plan(context: CommandContext, file: SealedFile, { terminal, computer }: SetUpWish): Plan {
  const { settings, staff, vault } = context.shop
  const was = settings.read()
  const merchant = file.merchant
  if (merchant === null) throw new CommandRefused('FILE_DAMAGED')
  refuseOtherMerchant(was.merchant, merchant)
  const code = codeOf(was, file, terminal ?? codeFor(file.terminals, computer), computer)
  refuseLiveCodeInShift(context, code)
  const { goods, people } = takeable(context, file)
  if (people.length > 0) staff.checkAdopt(file.people)
  const will = nextSettings(context, file, code)
  const live = { ...was, terminalCode: codeOfLive(was), merchantHint: null }
  const changes = changesTo(context, will, file.logo, live)
  return {
    merchant,
    terminal: code,
    report: {
      terminal: code,
      changes,
      password: vault.read('merchant-password') !== file.password,
      goods,
      people: people.length,
      older: was.merchant === null ? null : changedSince(file.at, changes, context.session().journal.audit),
    },
  }
}

/** Throws SET_UP_OLDER for a file that may not undo what it would undo. */
export function refuseOlder({ older }: SetUpReport, { olderFile }: Pick<SetUpWish, 'olderFile'>): void {
  if (older !== null && !olderFile)
    throw new CommandRefused('SET_UP_OLDER', `${shopTime(older.madeAt)} < ${shopTime(older.changedAt)}`)
}

function refuseOtherMerchant(was: Settings['merchant'], merchant: Merchant): void {
  if (was !== null && !isSameLogin(was, merchant))
    throw new CommandRefused('SET_UP_OTHER_MERCHANT', was.username)
}

/**
 * The wanted code, or the one that a till with a merchant has: before that, nobody has chosen it. No code is made up, and
 * only the till that wrote the file may have that till's code, because two tills with one code cannot be told apart.
 */
function codeOf(was: Settings, file: SealedFile, wanted: string | null, computer: string): string {
  const now = was.merchant === null ? null : was.terminalCode
  const given = wanted ?? now
  if (given === null) throw new CommandRefused('SET_UP_TERMINAL_MISSING', computer)
  const parsed = SETTINGS.terminalCode.schema.safeParse(given)
  if (!parsed.success) throw new CommandRefused('SET_UP_TERMINAL_INVALID')
  if (parsed.data === file.terminal && parsed.data !== now)
    throw new CommandRefused('SET_UP_OWN_CODE', parsed.data)
  return parsed.data
}

function nextSettings(context: CommandContext, file: SealedFile, terminalCode: string): Settings {
  const { merchant } = file
  const now = context.shop.settings.read()
  // Everybody may change these, without a row of the audit trail: changed-since.ts could not tell that the file is older.
  const own = now.merchant === null ? [] : LOCK_SCREEN_KEYS.map((key) => [key, now[key]])
  return {
    ...next(context, file, ['settings', 'devices']),
    ...Object.fromEntries(own),
    ...{ terminalCode, liveTerminalCode: null, merchant, merchantHint: null, guide: GUIDE_OVER },
  }
}

/** Tries the password, and looks up whether another till has the code. */
function askService(
  context: CommandContext,
  { password }: SealedFile,
  merchant: Merchant,
  terminal: string,
  takeOver: boolean,
): Promise<void> {
  const { clock, log } = context
  const { settings } = context.shop
  return atService(context, merchant, password, async (service: ServiceClient) => {
    refuseLiveCodeInShift(context, terminal) // again: a shift may have been opened meanwhile
    const { merchant: connected, terminalCode } = settings.read()
    // A new till has the code with which every till begins: another one may sell under it.
    if (takeOver || (connected !== null && terminal === terminalCode)) return
    // The live journal, also in test mode: it has the sales of this till, and those of others that came with a copy.
    const found = context.sessions.lookIntoLive(({ tag, saleNumbers }) => ({
      ...{ tag, last: saleNumbers.lastOfOthers(terminal, tag) },
    }))
    const numbers = { tag: found?.tag ?? '', lastOfOthers: () => found?.last ?? null }
    const codes = createTerminalCodes({ ...numbers, service, connected: () => true, clock, log })
    await refuseTakenCode(codes, terminal)
  })
}

/** Opens the shop in live mode, and stores settings, logo, password and audit row, or nothing. */
async function storeAll(
  context: CommandContext,
  file: SealedFile,
  { merchant, terminal, report }: Plan,
): Promise<void> {
  const { vault, settings, logo } = context.shop
  const { trail } = context.till
  const { password } = file
  // Again, because a person may have connected another merchant meanwhile.
  refuseOtherMerchant(settings.read().merchant, merchant)
  const keep = (): void => {
    const isAnother = !isSameLogin(settings.read().merchant, merchant)
    if ((report.password || isAnother) && !vault.write('merchant-password', password))
      throw new CommandRefused('SET_UP_KEYRING')
  }
  const store = (): void => {
    refuseOtherMerchant(settings.read().merchant, merchant)
    refuseLiveCodeInShift(context, terminal) // of the live shop, which is open now
    const next = nextSettings(context, file, terminal)
    const about = { changes: report.changes, newPassword: report.password }
    logo.store(file.logo, (row) =>
      storeMerchant(context, next, keep, () => [row, trail.note(rowOf(context, about))]),
    )
  }
  const isOpenFor = settings.read().merchant?.invoiceCode === merchant.invoiceCode
  if (report.password || !isOpenFor) await context.sessions.moveTo({ merchant, password }, store)
  else store()
  signedIn(context)
  trail.flush()
}

/** A row is stored before the work, so that a kill half-way leaves one. */
async function takePart(context: CommandContext, file: SealedFile, part: FilePart): Promise<void> {
  const about = { taken: [part] }
  const end = context.till.trail.begin(rowOf(context, { ...about, interrupted: true }))
  let row: AuditEntry | null = null
  try {
    await take(context, { file, place: null }, { parts: [part], owner: null })
    row = rowOf(context, about)
  } finally {
    end(row)
  }
}

const rowOf = ({ clock, shop: { staff } }: CommandContext, about: About): AuditEntry => ({
  at: clock.now(),
  who: staff.person(),
  action: 'setUpTill',
  about,
  approvedBy: null,
})
