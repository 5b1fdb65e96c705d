import type { BankLink } from '../sale/sale.ts'
import type { Language } from '../shop/settings.ts'
import { BANK_NAMES, type BankKey } from './banks.ts'

/**
 * Name of a bank link. The service sends an English name and a Mongolian description
 * (docs/payment-service.md#create-an-invoice). A bank that we have a text for is spelled as everywhere else.
 */
export function bankLabel(
  { name, description }: Pick<BankLink, 'name' | 'description'>,
  language: Language,
): string {
  const key = bankKeyOf(description) ?? bankKeyOf(name)
  if (key !== null) return BANK_NAMES[key][language]
  return language === 'mn' && description !== '' ? description : name
}

/** The text of the bank that the service calls this; null if there is none. */
export const bankKeyOf = (name: string): BankKey | null =>
  BANK_KEYS.find((key) => Object.values(BANK_NAMES[key]).some((ours) => plain(ours) === plain(name))) ?? null

const BANK_KEYS = Object.keys(BANK_NAMES) as BankKey[]

const plain = (name: string): string => name.toLowerCase().replaceAll(' ', '')
