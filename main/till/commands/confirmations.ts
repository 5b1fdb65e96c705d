/**
 * What no page may decide alone: which merchant gets the shop's money, whether there is one, and where else the shop's
 * data go or come from. A person agrees in a system dialog, which a page can neither press nor draw over.
 */
import { CommandRefused } from '../../../shared/failure.ts'
import { FIRST_SETTINGS, type PrinterSettings, type Settings } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { Staff } from '../../shop/people/index.ts'
import { isSameLogin, type SettingsStore } from '../../shop/settings/index.ts'

/** The words of a system dialog, in the till's language. */
export type Question = {
  readonly message: string
  readonly detail: string
  readonly agree: string
  readonly refuse: string
}

/** Shows a system dialog, and resolves to whether a person agreed. At most one dialog is open. */
export type AskPerson = (question: Question) => Promise<boolean>

export type Confirmations = {
  /** Throws NOT_CONFIRMED, unless it is the present merchant or a person agrees, once for each merchant. */
  readonly merchant: (wanted: NonNullable<Settings['merchant']>) => Promise<void>
  /** Throws NOT_CONFIRMED, unless a person agrees, each time. */
  readonly testMode: () => Promise<void>
  /** Throws NOT_CONFIRMED, unless it is the present folder for copies or a person agrees, once for each folder. */
  readonly folder: (wanted: string) => Promise<void>
  /** Throws NOT_CONFIRMED, unless a person agrees to send the shop's data to this server, once for each server. */
  readonly shopDatabase: (server: string) => Promise<void>
  /** Throws NOT_CONFIRMED, unless a person agrees to each place to which only the wanted settings send data, once. */
  readonly places: (wanted: Settings) => Promise<void>
}

type ConfirmationParts = {
  /** Null where no page is distrusted: outside Electron. */
  readonly askPerson: AskPerson | null
  readonly settings: Pick<SettingsStore, 'read'>
  readonly staff: Pick<Staff, 'person'>
  readonly clock: Pick<Clock, 'monotonic'>
}

/** How many dialogs a person may refuse in this time before no more are shown. Without a limit, a page could block the till with dialogs. */
const MOST_REFUSED = 3
const REFUSED_MS = 60_000

/** What a dialog asks (`confirm.…` in the texts), and about what. */
type Place = {
  readonly words: 'merchant' | 'test-mode' | 'folder' | 'share' | 'printer' | 'callback' | 'shop-database'
  readonly details: readonly string[]
}

export function createConfirmations({ askPerson, settings, staff, clock }: ConfirmationParts): Confirmations {
  /** When the latest dialogs were refused. */
  let refused: readonly number[] = []
  const ask = async ({ words, details }: Place): Promise<void> => {
    if (askPerson === null) return
    refused = refused.filter((at) => clock.monotonic() - at < REFUSED_MS)
    if (refused.length >= MOST_REFUSED) throw new CommandRefused('NOT_CONFIRMED')
    const say = TEXTS[settings.read().language]
    const asked = staff.person()?.id
    const agrees = await askPerson({
      message: say[`confirm.${words}`],
      detail: details.map(onOneLine).join('\n'),
      agree: say['confirm.agree'],
      refuse: say['confirm.refuse'],
    })
    if (!agrees) refused = [...refused, clock.monotonic()]
    // The dialog may stay open until another person is at the till, or nobody.
    if (!agrees || staff.person()?.id !== asked) throw new CommandRefused('NOT_CONFIRMED')
  }

  /** The places that a person agreed to since the start. */
  const agreed = new Set<string>()
  const askOnce = async (place: Place, key = keyOf(place)): Promise<void> => {
    if (agreed.has(key)) return
    await ask(place)
    agreed.add(key)
  }

  return {
    merchant: async (wanted) => {
      const { merchant } = settings.read()
      const isPresent = isSameLogin(merchant, wanted) && merchant?.invoiceCode === wanted.invoiceCode
      // The whole address: another path of a host may be another service.
      if (!isPresent) await askOnce(merchantPlace(wanted), JSON.stringify(wanted))
    },
    testMode: async () => {
      const { merchant } = settings.read()
      if (merchant !== null) await ask({ ...merchantPlace(merchant), words: 'test-mode' })
    },
    folder: async (wanted) => {
      if (wanted !== '' && wanted !== settings.read().copies.folder) await askOnce(folderPlace(wanted))
    },
    shopDatabase: (server) => askOnce({ words: 'shop-database', details: [server] }),
    places: async (wanted) => {
      const present = placesOf(settings.read()).map(keyOf)
      for (const place of placesOf(wanted)) if (!present.includes(keyOf(place))) await askOnce(place)
    },
  }
}

const keyOf = ({ words, details }: Place): string => JSON.stringify([words, details])

const merchantPlace = ({ baseUrl, username, invoiceCode }: NonNullable<Settings['merchant']>): Place => ({
  words: 'merchant',
  details: [new URL(baseUrl).host, username, invoiceCode],
})

const folderPlace = (folder: string): Place => ({
  words: isOfAnotherComputer(folder) ? 'share' : 'folder',
  details: [folder],
})

/** The places to which these settings send data of the shop, without the merchant. */
function placesOf({ copies, printer, sparePrinter, invoicing, callback }: Settings): readonly Place[] {
  const addresses = [
    ...(invoicing.callbackUrl === FIRST_SETTINGS.invoicing.callbackUrl ? [] : [invoicing.callbackUrl]),
    ...(callback.enabled && callback.publicUrl !== '' ? [callback.publicUrl] : []),
  ].map((address) => new URL(address))
  return [
    ...(copies.folder === '' ? [] : [folderPlace(copies.folder)]),
    ...[printer, sparePrinter].flatMap(printerPlace),
    // The host alone, too: an address may begin with the name of another.
    ...addresses.map(({ host, href }): Place => ({ words: 'callback', details: [host, href] })),
  ]
}

/** A queue whose name has a slash is another computer's. */
function printerPlace(printer: PrinterSettings): readonly Place[] {
  if (printer.kind === 'network') return [{ words: 'printer', details: [`${printer.host}:${printer.port}`] }]
  const isElsewhere = printer.kind === 'raw-queue' && /[\\/]/.test(printer.queue)
  return isElsewhere ? [{ words: 'printer', details: [printer.queue] }] : []
}

/**
 * Else a text could bring lines of its own into the dialog, also by spaces that wrap, turn the direction of reading, hide a
 * part, or cover the line above with accents.
 */
const onOneLine = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}|(?<= ) |(?<=\p{M}{2})\p{M}/gu, '�')

/** Windows connects to the computer that such a path names, and tells it who is signed in to Windows. */
const isOfAnotherComputer = (folder: string): boolean => /^[\\/]{2}/.test(folder)
