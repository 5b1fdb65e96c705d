import type { BankLink } from './sale.ts'
import type { Language } from './settings.ts'

/** A bank of the payer's links: the service names it in English, and describes it in Mongolian (docs/payment-service.md#create-an-invoice). */
export const bankLabel = (
  { name, description }: Pick<BankLink, 'name' | 'description'>,
  language: Language,
): string => (language === 'mn' && description !== '' ? description : name)
