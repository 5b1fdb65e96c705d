/** All texts on paper. They are always Mongolian, because the customer and the tax office read them. */
export const PAPER_WORDS = {
  taxpayerNumber: 'ТТД',
  register: 'РД',
  terminal: 'Касс',
  cashier: 'Худалдагч',
  number: '№',
  organisation: 'Байгууллага',
  pack: 'багц',
  discount: 'Хөнгөлөлт',
  beforeDiscount: 'Дүн',
  total: 'Нийт дүн',
  vat: 'НӨАТ',
  unknown: 'тодорхойгүй',
  toldLater: 'дараа мэдэгдсэн',
  ofWhich: 'Үүнээс',
  cityTax: 'НХАТ',
  surplus: 'Илүү төлсөн',
  change: 'Хариулт',
  saleNumber: 'Борлуулалтын дугаар',
  ereceipt: 'Цахим баримт',
  ereceiptId: 'ДДТД',
  lottery: 'СУГАЛАА',
  secretsCovered: 'Сугалаа, QR зөвхөн цаасан баримтад',
  ereceiptOwed: 'Цахим баримт хараахан гараагүй. Гарсны дараа энэ баримтыг үзүүлж аваарай.',
  cashWithoutEReceipt: 'Бэлнээр төлсөн дүнгийн цахим баримтыг тусад нь олгоно.',
  tendersWithoutEReceipt: 'Кассад төлсөн дүнгийн цахим баримтыг тусад нь олгоно.',
  qrTooLong: 'QR хэт урт тул хэвлэх боломжгүй.',
  testMode: 'СУРГАЛТ',
  copy: 'ХУУЛБАР',
  currency: '₮',

  ereceiptSlip: 'Цахим төлбөрийн баримт',
  refund: 'Буцаалт',
  refunded: 'Буцаасан дүн',
  voidSlip: 'Цахим баримт хүчингүй болгосон',
  voidedId: 'Хүчингүй болсон ДДТД',
  amount: 'Дүн',
  ofSale: 'Борлуулалт',
  reason: 'Шалтгаан',
  approvedBy: 'Зөвшөөрсөн',
  signature: 'Гарын үсэг',

  report: 'тайлан',
  cashiers: 'Худалдагчид',
  opened: 'Нээсэн',
  closed: 'Хаасан',
  stillOpen: 'Ээлж хаагдаагүй',
  sales: 'Борлуулалт',
  discounts: 'Хөнгөлөлт',
  refunds: 'Буцаалт',
  net: 'Цэвэр дүн',
  tenders: 'Төлбөрийн хэлбэр',
  ereceipts: 'Цахим баримт',
  ereceiptsIssued: 'Гарсан',
  ereceiptsOwed: 'Гараагүй',
  drawer: 'Кассын шургуулга',
  float: 'Эхний мөнгө',
  cashSales: 'Бэлэн борлуулалт',
  cashIn: 'Мөнгө нэмсэн',
  cashOut: 'Мөнгө гаргасан',
  cashRefunds: 'Бэлнээр буцаасан',
  expected: 'Байх ёстой',
  counted: 'Тоолсон',
  difference: 'Зөрүү',
  firstCounted: 'Эхэлж тоолсон',
  cancelledCharges: 'Цуцалсан нэхэмжлэх',
  refundedElsewhere: 'Үйлчилгээнээс буцаасан',
  ereceiptsVoided: 'Хүчингүй болгосон',
  rounding: 'Бөөрөнхийлөлт',
  ereceiptsElsewhere: 'Өөр газар гаргах',
  ereceiptsElsewhereLater: 'Өөр газар гаргах, дараа',
  ereceiptsElsewhereBack: 'Өөр газар гаргасныг буцаах',
  ofElsewhere: 'Өөр газрынхаас',
  ereceiptsTaxesUnknown: 'Татвар нь тодорхойгүй',
  ereceiptsTaxesUnknownVoided: 'Татвар нь тодорхойгүй, хүчингүй',
  ereceiptsTaxesTold: 'Татвар нь дараа мэдэгдсэн',
  byTaxKind: 'Татварын төрлөөр',
  moneyBack: 'Буцаан олголт',
  toNet: 'Төлбөрөөс цэвэр дүн хүртэл',
  control: 'Хяналт',
  saleNumbers: 'Борлуулалтын дугаар',
  missingNumbers: 'Дутуу дугаар',
  runningTotal: 'Нийт хуримтлал',
  runningTotalPartly: 'Нийт хуримтлал (дутуу)',
  lastSaleNumber: 'Сүүлийн дугаар',
  chainHead: 'Бүртгэлийн гинж',
  discardedCarts: 'Цэвэрлэсэн сагс',
  removedLines: 'Хассан мөр',
  changedPrices: 'Өөрчилсөн үнэ',
  soldBy: 'Борлуулсан',
  withoutShift: 'Ээлжгүй үеийн',
  nobody: 'Нэвтрээгүй',
  over: 'Илүү',
  short: 'Дутуу',
  firstSale: 'Эхний борлуулалт',
  lastSale: 'Сүүлийн борлуулалт',

  reconciliation: 'Тооцоо нийлсэн',
  reconciledAt: 'Нийлсэн',
  atService: 'Үйлчилгээнд',
  inJournal: 'Манайд',
  matched: 'Таарсан',
  serviceFees: 'Шимтгэл',
  feeSum: 'Шимтгэлийн дүн',
  paidOut: 'Гарт ирэх дүн',
  discrepancies: 'Зөрүү',
  noDiscrepancies: 'Зөрүүгүй.',
  unreadRows: 'Уншигдаагүй мөр',

  otherShifts: 'Бусад ээлжийн тооцоонд',
  drawerCount: 'Кассын тооллого',

  testPage: 'Туршилтын хуудас',
  printer: 'Хэвлэгч',
  profile: 'Загвар',
  paperWidth: 'Цаасны өргөн',
  millimetres: 'мм',
  testPassed: 'Бүх үсэг тод, ирмэг бүрэн байвал хэвлэгч бэлэн.',
} as const

/** How a payment was made, before the bank's name (docs/receipts.md#the-printed-e-receipt). */
export const paymentWords = {
  cash: 'Бэлнээр',
  terminal: 'Карт (банкны терминал)',
  transfer: 'Шилжүүлгээр',
  qr: 'QR',
  card: 'Карт',
} as const

/** Names of the tenders in X and Z, as on the screen. */
export const shiftTenderWords = { ...paymentWords, qr: 'QR, данснаас', card: 'QR, картаар' } as const

export const taxKindWords = {
  vat: 'НӨАТ 10%',
  'zero-rated': 'НӨАТ 0%',
  exempt: 'Чөлөөлөгдсөн',
  untaxed: 'Татваргүй бараа',
} as const

/** The rows of X and Z that lead from the tenders to the net. */
export const bridgeWords = {
  repaid: 'Өөр аргаар буцаасан',
  advance: 'Урьдчилж төлсөн',
  held: 'Цуцалсны буцаах мөнгө',
  late: 'Цуцалсны дараа төлсөн',
  surplus: 'Илүү төлсөн',
  kept: 'Үлдээсэн',
  rounding: 'Бэлний бөөрөнхийлөлт',
  short: 'Үйлчилгээнээс буцсан',
  returning: 'Дуусаагүй буцаалт',
  'written-off': 'Алдагдал',
  unexplained: 'Тодорхойгүй',
} as const

export const tenderWords = {
  cash: paymentWords.cash,
  card: paymentWords.terminal,
  transfer: paymentWords.transfer,
} as const

/** How the shop repaid money itself. */
export const repaidWords = { cash: 'Бэлнээр', transfer: 'Шилжүүлгээр', card: 'Карт' } as const

export const discountWords = (share: string): string => `${PAPER_WORDS.discount} ${share}`.trim()

/** Stands for goods that a short form of a receipt leaves out. */
export const leftOutWords = (lines: number, amount: string): string =>
  `… ба өөр ${lines} бараа ${amount} (цаасан баримтад)`
