/**
 * What no page may decide alone: which merchant gets the shop's money, and which folder the till reads copies from or
 * writes them to. A person agrees in a box of the system, which a page can neither press nor draw over.
 */
import { CommandRefused } from '../../shared/failure.ts'
import type { Settings } from '../../shared/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { Staff } from '../staff/index.ts'

/** The words of a box of the system, in the till's language. */
export type Question = {
  readonly message: string
  readonly detail: string
  readonly agree: string
  readonly refuse: string
}

/** Shows a box of the system, and resolves to whether a person agreed. At most one box is open. */
export type AskPerson = (question: Question) => Promise<boolean>

export type Confirmations = {
  /** Throws NOT_CONFIRMED, unless it is the present merchant or a person agrees, once for each merchant. */
  readonly merchant: (wanted: NonNullable<Settings['merchant']>) => Promise<void>
  /** Throws NOT_CONFIRMED, unless it is the present folder for copies or a person agrees, once for each folder. */
  readonly folder: (wanted: string) => Promise<void>
}

type ConfirmationParts = {
  /** Null where no page is distrusted: outside Electron. */
  readonly askPerson: AskPerson | null
  readonly settings: Pick<SettingsStore, 'read'>
  readonly staff: Pick<Staff, 'person'>
}

export function createConfirmations({ askPerson, settings, staff }: ConfirmationParts): Confirmations {
  /** The details that a person agreed to since the start. */
  const agreed = new Set<string>()

  const ask = async (words: 'merchant' | 'folder' | 'share', details: readonly string[]): Promise<void> => {
    const detail = details.map(onOneLine).join('\n')
    if (askPerson === null || agreed.has(detail)) return
    const say = TEXTS[settings.read().language]
    const asked = staff.person()?.id
    const agrees = await askPerson({
      message: say[`confirm.${words}`],
      detail,
      agree: say['confirm.agree'],
      refuse: say['confirm.refuse'],
    })
    // The box may stay open until another person is at the till, or nobody.
    if (!agrees || staff.person()?.id !== asked) throw new CommandRefused('NOT_CONFIRMED')
    agreed.add(detail)
  }

  return {
    merchant: async (wanted) => {
      const { baseUrl, username, invoiceCode } = wanted
      const { merchant } = settings.read()
      const isPresent =
        merchant?.baseUrl === baseUrl &&
        merchant.username === username &&
        merchant.invoiceCode === invoiceCode
      if (!isPresent) await ask('merchant', [new URL(baseUrl).host, username, invoiceCode])
    },
    folder: async (wanted) => {
      const isPresent = wanted === '' || wanted === settings.read().copies.folder
      if (!isPresent) await ask(isOfAnotherComputer(wanted) ? 'share' : 'folder', [wanted])
    },
  }
}

/** Else a text could bring lines of its own into the box, or turn the direction of reading. */
const onOneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')

/** Windows connects to the computer that such a path names, and tells it who is signed in to Windows. */
export const isOfAnotherComputer = (folder: string): boolean => /^[\\/]{2}/.test(folder)
