/**
 * Every text that stands on paper. Paper is always Mongolian, whatever language the screen speaks (field notes,
 * "Words"): the payer and the tax office read it.
 */
export const PAPER_WORDS = {
  taxpayerNumber: 'ТТД',
  register: 'РД',
  terminal: 'Касс',
  number: '№',
  organisation: 'Байгууллага',
  total: 'Нийт дүн',
  vat: 'НӨАТ',
  cityTax: 'НХАТ',
  surplus: 'Илүү төлсөн',
  invoice: 'Нэхэмжлэх',
  ereceipt: 'Цахим баримт',
  ereceiptId: 'ДДТД',
  lottery: 'СУГАЛАА',
  secretsCovered: 'Сугалаа, QR зөвхөн цаасан баримтад',
  ereceiptOwed: 'Цахим баримт хараахан гараагүй. Гарсны дараа энэ баримтыг үзүүлж аваарай.',
  qrTooLong: 'QR хэт урт тул хэвлэх боломжгүй.',
  change: 'Хариулт',
  cashWithoutEReceipt: 'Бэлнээр төлсөн дүнгийн цахим баримтыг тусад нь олгоно.',
  training: 'СУРГАЛТ',
  currency: '₮',
} as const

/** How a payment was made, in front of the bank's name (field notes, "The printed e-receipt"). */
export const paymentWords = { cash: 'Бэлнээр', qr: 'QR', card: 'Карт' } as const
