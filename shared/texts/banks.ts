/** Names of banks in both languages, because a name that the service sends may be in either (bank-label.ts). */
export const BANK_NAMES = {
  'bank.040000': { mn: 'Худалдаа хөгжлийн банк', en: 'Trade and Development Bank' },
  'bank.050000': { mn: 'Хаан банк', en: 'Khan Bank' },
  'bank.150000': { mn: 'Голомт банк', en: 'Golomt Bank' },
  'bank.320000': { mn: 'Хас банк', en: 'XacBank' },
  'bank.340000': { mn: 'Төрийн банк', en: 'State Bank' },
} as const

export type BankKey = keyof typeof BANK_NAMES

/** The names in one language, as texts of a catalogue. */
export const bankNames = (language: 'mn' | 'en'): Readonly<Record<BankKey, string>> =>
  Object.fromEntries(Object.entries(BANK_NAMES).map(([key, names]) => [key, names[language]])) as Record<
    BankKey,
    string
  >
