import type { BankLink } from './sale.ts'
import type { Language } from './settings.ts'
import { TEXTS, type Texts } from './texts/index.ts'

type BankKey = Extract<keyof Texts, `bank.${number}`>

/**
 * Name of a bank link. The service sends an English name and a Mongolian description
 * (docs/payment-service.md#create-an-invoice). A bank that we have a text for is spelled as everywhere else.
 */
export function bankLabel(
  { name, description }: Pick<BankLink, 'name' | 'description'>,
  language: Language,
): string {
  const key = bankKeyOf(description) ?? bankKeyOf(name)
  if (key !== null) return TEXTS[language][key]
  return language === 'mn' && description !== '' ? description : name
}

/** The text of the bank that the service calls this; null if there is none. */
export const bankKeyOf = (name: string): BankKey | null =>
  BANK_KEYS.find((key) => [TEXTS.mn[key], TEXTS.en[key]].some((ours) => plain(ours) === plain(name))) ?? null

const BANK_KEYS = Object.keys(TEXTS.mn).filter((key): key is BankKey => /^bank\.\d{6}$/.test(key))

const plain = (name: string): string => name.toLowerCase().replaceAll(' ', '')
