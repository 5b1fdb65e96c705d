import type { ShopSettings } from '../../shared/shop/settings.ts'
import type { Till } from './terminal.ts'

export const OWN_SELLER: ShopSettings = {
  name: 'Нарлаг хүнс',
  branch: 'СБД, 2-р хороо',
  taxpayerNumber: '11223344556',
  register: '2345678',
  districtCode: '2402',
}

const TAXES = {
  unit: 'ш',
  taxProductCode: '305',
  classificationCode: '2349010',
  taxKind: 'vat',
  cityTax: 'no',
}
export const OWN_GOODS = [
  { code: '11', name: 'Хар талх', category: 'Талх', price: '2500', ...TAXES },
  { code: '12', name: 'Тараг', category: 'Сүү', price: '3100', ...TAXES },
] as const

export async function addsOwnGoods(till: Pick<Till, 'ask'>): Promise<void> {
  for (const goods of OWN_GOODS) await till.ask('saveGoods', { was: null, goods })
}

/** Enters what live mode needs before it charges: the seller's data, and goods in place of the sample. */
export async function entersOwnShop(till: Pick<Till, 'ask'>): Promise<void> {
  await till.ask('saveSettings', { shop: OWN_SELLER })
  await addsOwnGoods(till)
}

/** A product as the form sends it. */
export const COLA = {
  code: '8650000000016',
  name: 'Кола 0.5 л',
  category: 'Ундаа',
  price: '2200',
  unit: 'ш',
  taxProductCode: '303',
  classificationCode: '2449000',
  taxKind: 'vat',
  cityTax: 'no',
}
