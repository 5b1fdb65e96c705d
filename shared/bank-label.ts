import type { BankLink } from './sale.ts'
import type { Language } from './settings.ts'

/**
 * Name of a bank link. The service sends an English name and a Mongolian description
 * (docs/payment-service.md#create-an-invoice).
 */
export const bankLabel = (
  { name, description }: Pick<BankLink, 'name' | 'description'>,
  language: Language,
): string => (language === 'mn' && description !== '' ? description : name)
