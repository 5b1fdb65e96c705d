import type { Till } from './terminal.ts'

const TAXES = { unit: 'ш', category: 'Хүнс', taxProductCode: '305', classificationCode: '2349010' }
/** Goods whose taxes are whole tugriks, so that a test can add them up by hand: VAT 100; VAT 100 and city tax 20; none. */
const ROUND_GOODS = [
  { code: '21', name: 'Талх', price: '1100', taxKind: 'vat', cityTax: 'no', ...TAXES },
  { code: '22', name: 'Пиво', price: '1120', taxKind: 'vat', cityTax: 'yes', ...TAXES },
  { code: '23', name: 'Сүү', price: '500', taxKind: 'exempt', cityTax: 'no', ...TAXES },
] as const
export const [BREAD, BEER, MILK] = ['21', '22', '23'] as const

export async function sellsRoundGoods(till: Pick<Till, 'ask'>): Promise<void> {
  for (const goods of ROUND_GOODS) await till.ask('saveGoods', { was: null, goods })
}

/** Puts goods into a new cart, by code and quantity. Returns the sale. */
export async function cartOf(
  till: Pick<Till, 'ask'>,
  goods: Readonly<Record<string, number | string>>,
): Promise<{ saleId: string; lines: Readonly<Record<string, string>> }> {
  const added: [string, { saleId: string; lineId: string }][] = []
  for (const [code, quantity] of Object.entries(goods))
    added.push([code, await till.ask('addProduct', { code, quantity: String(quantity) })])
  return {
    saleId: added[0]?.[1].saleId ?? '',
    lines: Object.fromEntries(added.map(([code, { lineId }]) => [code, lineId])),
  }
}
