/** Names and hints of the settings that describe the shop. They are apart from settings.ts because the till needs them at its start, to name those that are not filled in. */
export const SHOP_TEXTS = {
  'settings.shop.name': { mn: 'Нэр', en: 'Name' },
  'settings.shop.name.hint': { mn: 'Баримтын дээд хэсэгт гарна', en: 'Printed at the top of the receipt' },
  'settings.shop.taxpayerNumber': { mn: 'ТТД', en: 'Taxpayer number (ТТД)' },
  'settings.shop.taxpayerNumber.hint': { mn: '11–14 оронтой тоо', en: '11 to 14 digits' },
  'settings.shop.register': { mn: 'Регистрийн дугаар', en: 'Register number' },
  'settings.shop.register.hint': {
    mn: '7 орон, эсвэл иргэнийх: УБ12345678',
    en: '7 digits, or a citizen’s: УБ12345678',
  },
  'settings.shop.branch': { mn: 'Салбар, хаяг', en: 'Branch, address' },
  'settings.shop.branch.hint': { mn: 'Баримт дээр гарна', en: 'Printed on the receipt' },
  'settings.shop.districtCode': { mn: 'Дүүрэг, аймаг', en: 'District or province' },
  'settings.shop.districtCode.hint': { mn: 'Дэлгүүр байрладаг газар', en: 'Where the shop is' },
} as const
