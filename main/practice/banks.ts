/** The banks of Mongolia that a payer may have an app of. Logos lie at an address that answers nobody. */
type Bank = {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly scheme: string
}

const BANKS: readonly Bank[] = [
  { code: '050000', name: 'Khan bank', description: 'Хаан банк', scheme: 'khanbank' },
  { code: '340000', name: 'State bank', description: 'Төрийн банк', scheme: 'statebank' },
  { code: '320000', name: 'Xac bank', description: 'Хас банк', scheme: 'xacbank' },
  {
    code: '040000',
    name: 'Trade and Development bank',
    description: 'Худалдаа хөгжлийн банк',
    scheme: 'tdbbank',
  },
  { code: '150000', name: 'Golomt bank', description: 'Голомт банк', scheme: 'golomtbank' },
  { code: '150001', name: 'Social Pay', description: 'Голомт банкны SocialPay', scheme: 'socialpay' },
  { code: '990001', name: 'Most money', description: 'МОСТ мони', scheme: 'most' },
  {
    code: '290000',
    name: 'National investment bank',
    description: 'Үндэсний хөрөнгө оруулалтын банк',
    scheme: 'nibank',
  },
  { code: '220000', name: 'Chinggis khaan bank', description: 'Чингис хаан банк', scheme: 'ckbank' },
  { code: '300000', name: 'Capitron bank', description: 'Капитрон банк', scheme: 'capitronbank' },
  { code: '380000', name: 'Bogd bank', description: 'Богд банк', scheme: 'bogdbank' },
  { code: '210000', name: 'Arig bank', description: 'Ариг банк', scheme: 'arig' },
  { code: '390000', name: 'M bank', description: 'М банк', scheme: 'mbank' },
  { code: '280000', name: 'Trans bank', description: 'Тээвэр хөгжлийн банк', scheme: 'transbank' },
]

export const FIRST_BANK_CODE = '050000'

/** A bank's name as payments carry it; the code itself where it is unknown. */
export const bankName = (code: string): string =>
  BANKS.find((bank) => bank.code === code)?.description ?? code

/** `urls[]` of a created invoice. */
export const bankLinks = (qr: string) =>
  BANKS.map(({ name, description, scheme }) => ({
    name,
    description,
    logo: `https://practice.invalid/logo/${scheme}.png`,
    link: `${scheme}://q?qr=${encodeURIComponent(qr)}`,
  }))
