/**
 * Texts of the settings in both languages. For a field of SETTINGS (shared/settings.ts), `settings.<path>` is its name,
 * `.hint` its expected format, `.<value>` a choice, and `.wrong` the error text.
 */
const SETTING_TEXTS = {
  'settings.language': { mn: 'Хэл', en: 'Language' },
  'settings.theme': { mn: 'Өнгө', en: 'Theme' },
  'settings.theme.system': { mn: 'Системийн', en: 'System' },
  'settings.theme.light': { mn: 'Цайвар', en: 'Light' },
  'settings.theme.dark': { mn: 'Бараан', en: 'Dark' },
  'settings.theme.contrast': { mn: 'Тод ялгаа', en: 'High contrast' },
  'settings.textSize': { mn: 'Үсгийн хэмжээ', en: 'Text size' },
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
  'settings.invoicing.ereceipts': { mn: 'Цахим баримт гаргах', en: 'Issue e-receipts' },
  'settings.invoicing.ereceipts.hint': {
    mn: 'Дэлгүүр цахим баримтад бүртгүүлсэн бол',
    en: 'If the shop is registered for e-receipts',
  },
  'settings.invoicing.plainShape': { mn: 'Нэхэмжлэхийн хэлбэр', en: 'Invoice format' },
  'settings.invoicing.plainShape.hint': {
    mn: 'Цахим баримт гаргахгүй үед',
    en: 'When no e-receipts are issued',
  },
  'settings.invoicing.plainShape.simple': { mn: 'Энгийн', en: 'Simple' },
  'settings.invoicing.plainShape.full': { mn: 'Бүрэн, мөртэй', en: 'Full, with lines' },
  'settings.invoicing.callbackUrl': { mn: 'Мэдэгдэл хүлээн авах хаяг', en: 'Callback address' },
  'settings.invoicing.callbackUrl.hint': {
    mn: 'Мэдэгдэл унтраалттай үед үйлчилгээнд өгөх веб хаяг',
    en: 'Web address for the service when notifications are off',
  },
  'settings.tax.vatPayer': { mn: 'Дэлгүүр НӨАТ төлөгч', en: 'The shop is a VAT payer' },
  'settings.tax.vatPayer.yes.hint': {
    mn: 'НӨАТ-тай барааны үнэд 10% НӨАТ орсон байна.',
    en: 'The price of goods with VAT includes 10% VAT.',
  },
  'settings.tax.vatPayer.no.hint': { mn: 'Ямар ч бараанд НӨАТ тооцохгүй.', en: 'No goods have VAT.' },
  'settings.tax.codes.vat': { mn: 'НӨАТ 10%-ийн код', en: 'Code for VAT 10%' },
  'settings.tax.codes.vat.hint': { mn: 'Татварын албаны код: 1', en: 'The tax authority’s code: 1' },
  'settings.tax.codes.zero-rated': { mn: 'НӨАТ 0%-ийн код', en: 'Code for VAT 0%' },
  'settings.tax.codes.zero-rated.hint': { mn: 'Татварын албаны код: 3', en: 'The tax authority’s code: 3' },
  'settings.tax.codes.exempt': { mn: 'Чөлөөлөгдсөн барааны код', en: 'Code for exempt goods' },
  'settings.tax.codes.exempt.hint': { mn: 'Татварын албаны код: 2', en: 'The tax authority’s code: 2' },
  'settings.cityTaxPercent': { mn: 'НХАТ-ын хувь', en: 'City tax rate' },
  'settings.cityTaxPercent.hint': { mn: 'НХАТ-тай бараанд', en: 'For goods with city tax' },
  'settings.receiptTexts.header': { mn: 'Дээд талд', en: 'At the top' },
  'settings.receiptTexts.header.hint': {
    mn: 'Утас, цагийн хуваарь. 6 мөр, мөрд 64 тэмдэгт хүртэл',
    en: 'Telephone, opening hours. Up to 6 lines of 64 characters',
  },
  'settings.receiptTexts.footer': { mn: 'Доод талд', en: 'At the end' },
  'settings.receiptTexts.footer.hint': {
    mn: 'Талархал, буцаалтын нөхцөл. 6 мөр, мөрд 64 тэмдэгт хүртэл',
    en: 'Thanks, return terms. Up to 6 lines of 64 characters',
  },
  'settings.paperWidth': { mn: 'Цаасны өргөн', en: 'Paper width' },
  'settings.drawer': { mn: 'Мөнгөний шургуулга', en: 'Cash drawer' },
  'settings.drawer.opens': { mn: 'Шургуулга өөрөө нээгдэх', en: 'Automatic drawer opening' },
  'settings.drawer.opens.cash': { mn: 'Бэлэн мөнгөнд', en: 'For cash' },
  'settings.drawer.opens.never': { mn: 'Хэзээ ч үгүй', en: 'Never' },
  'settings.drawer.opens.hint': {
    mn: 'Үндсэн хэвлэгчид залгасан шургуулга',
    en: 'The drawer connected to the main printer',
  },
  'settings.tenders.cash.hint': { mn: 'Шургуулгаас хариулттай', en: 'With change from the drawer' },
  'settings.tenders.qr.hint': {
    mn: 'Дэлгэц дээрх QR-аар, цахим баримттай',
    en: 'QR on the screen, with an e-receipt',
  },
  'settings.tenders.card.hint': {
    mn: 'Кассын хажуу дахь банкны өөрийн терминалаар. Дүнг худалдагч оруулна',
    en: 'The bank’s own terminal beside the till. The cashier enters the amount there',
  },
  'settings.cashRounding': { mn: 'Бэлэн мөнгийг бөөрөнхийлөх', en: 'Round cash' },
  'settings.cashRounding.hint': {
    mn: 'Бэлнээр төлөх дүнг ойролцоо 10 эсвэл 50 ₮ хүртэл бөөрөнхийлнө',
    en: 'What is paid in cash is rounded to the nearest 10 or 50 ₮',
  },
  'settings.cashRounding.none': { mn: 'Үгүй', en: 'No' },
  'settings.cashRounding.10': { mn: '10 ₮', en: '10 ₮' },
  'settings.cashRounding.50': { mn: '50 ₮', en: '50 ₮' },
  'settings.tenders.transfer.hint': {
    mn: 'Дэлгүүрийн дансанд орсныг худалдагч өөрөө хардаг шилжүүлэг',
    en: 'The cashier checks that the money is in the shop’s account',
  },
  'settings.kiosk': { mn: 'Дэлгэцийг бүтэн эзлэх', en: 'Whole screen only' },
  'settings.kiosk.hint': {
    mn: 'Касс дэлгэцийг бүтэн эзэлж, хаагдахгүй. Alt+Tab зэрэг системийн товч ажилласаар байна. Тохиргоо өөрчлөх эрхтэй хүн эндээс болиулна.',
    en: 'The till fills the screen and cannot be closed. Keys of the system, for example Alt+Tab, still work. Whoever may change settings turns it off here.',
  },
  'settings.autostart': { mn: 'Компьютертой хамт нээгдэх', en: 'Start with the computer' },
  'settings.autostart.hint': {
    mn: 'Компьютерт нэвтрэхэд касс өөрөө нээгдэнэ.',
    en: 'The till opens when somebody signs in to the computer.',
  },
  'settings.numberPad': { mn: 'Тооны товчлуур дэлгэц дээр', en: 'Number pad on screen' },
  'settings.numberPad.touch': { mn: 'Хуруугаар дарсан үед', en: 'After a touch' },
  'settings.numberPad.always': { mn: 'Үргэлж', en: 'Always' },
  'settings.numberPad.never': { mn: 'Хэзээ ч үгүй', en: 'Never' },
  'settings.numberPad.hint': {
    mn: 'Мөнгө, тоо, үнэ, хөнгөлөлт, тооллогын талбарт гарна',
    en: 'For cash, quantity, price, discount and count',
  },
  'settings.sounds': { mn: 'Дуут дохио', en: 'Sounds' },
  'settings.sounds.on': { mn: 'Дуутай', en: 'On' },
  'settings.sounds.off': { mn: 'Дуугүй', en: 'Off' },
  'settings.sounds.hint': {
    mn: 'Бараа нэмэгдэх, олдохгүй байх, төлөгдөх бүрд өөр өөр дуу',
    en: 'Different sounds for added, not found and paid',
  },
  'settings.display': { mn: 'Худалдан авагчийн дэлгэц', en: 'Customer display' },
  'settings.display.where': { mn: 'Харуулах газар', en: 'Display location' },
  'settings.display.second-screen': { mn: '2 дахь дэлгэц', en: '2nd screen' },
  'settings.display.window': { mn: 'Цонх', en: 'Window' },
  'settings.display.off': { mn: 'Хэрэггүй', en: 'Off' },
  'settings.display.second-screen.words': {
    mn: 'Хоёр дахь дэлгэц залгамагц тэр чигээр нь өөрөө нээгдэнэ.',
    en: 'Opens full screen when a second screen is connected.',
  },
  'settings.display.window.words': {
    mn: 'Энгийн цонхонд нээгдэнэ: туршихад, эсвэл ганц дэлгэцтэй үед.',
    en: 'Opens in a window: for testing, or with only one screen.',
  },
  'settings.display.off.words': {
    mn: 'Худалдан авагчид тусдаа дэлгэц нээгдэхгүй.',
    en: 'No customer display is opened.',
  },
  'settings.shifts.selling': { mn: 'Борлуулалт ба ээлж', en: 'Sales and shifts' },
  'settings.shifts.selling.optional': { mn: 'Ээлжгүй ч болно', en: 'Shift optional' },
  'settings.shifts.selling.required': { mn: 'Зөвхөн ээлжтэй', en: 'Shift required' },
  'settings.shifts.selling.hint': {
    mn: 'Ээлжгүй борлуулсан нь жагсаалтад тусдаа харагдана.',
    en: 'Sales without a shift are listed separately.',
  },
  'settings.shifts.count': { mn: 'Хаахад тоолох', en: 'Count at closing' },
  'settings.shifts.count.blind': { mn: 'Дүнг харахгүй тоолно', en: 'Blind count' },
  'settings.shifts.count.open': { mn: 'Дүнг хараад тоолно', en: 'Expected amount shown' },
  'settings.shifts.count.hint': {
    mn: 'Харахгүй тоолбол байх ёстой дүн тоолсны дараа гарна.',
    en: 'Blind count: the expected amount appears after the count.',
  },
  'settings.shifts.reasonAbove': { mn: 'Шалтгаан асуух зөрүү, ₮', en: 'Ask for a reason above, ₮' },
  'settings.shifts.reasonAbove.hint': {
    mn: 'Үүнээс их зөрүүнд шалтгаан бичнэ',
    en: 'A larger difference needs a reason',
  },
  'settings.shifts.reasonAbove.wrong': {
    mn: '0-ээс 10,000,000 хүртэлх дүн бичнэ үү',
    en: 'Enter an amount from 0 to 10,000,000',
  },
  'settings.discountLimitPercent': {
    mn: 'Худалдагчийн өгч болох хөнгөлөлт, %',
    en: 'Cashier discount limit, %',
  },
  'settings.discountLimitPercent.hint': {
    mn: '0–100. Үүнээс их бол менежер зөвшөөрнө.',
    en: '0 to 100. Above it a manager approves.',
  },
  'settings.saleRules': { mn: 'Нас, борлуулах цагийн хязгаар', en: 'Ages and sale bans' },
  'settings.newGoods': { mn: 'Шинэ бараа, бусад бараа', en: 'New goods and misc items' },
  'settings.newGoods.category': { mn: 'Ангилал', en: 'Category' },
  'settings.newGoods.unit': { mn: 'Хэмжих нэгж', en: 'Unit' },
  'settings.newGoods.taxProductCode': { mn: 'Татварын бүтээгдэхүүний код', en: 'Tax product code' },
  'settings.newGoods.taxProductCode.hint': {
    mn: 'Ангилалд нь бараа байхгүй бол хэрэглэнэ',
    en: 'For goods of a category that has none yet',
  },
  'settings.newGoods.classificationCode': { mn: 'Ангиллын код', en: 'Classification code' },
  'settings.newGoods.classificationCode.hint': { mn: '7 орон', en: '7 digits' },
  'settings.lockMinutes': { mn: 'Автоматаар түгжих, минут', en: 'Lock automatically after, minutes' },
  'settings.lockMinutes.hint': {
    mn: '1–480. Хэн ч хөдөлгөөгүй бол касс түгжинэ.',
    en: '1 to 480 minutes without use.',
  },
  'settings.pollMs': { mn: 'Шинэ QR-ыг шалгах завсар', en: 'Check interval for a new QR' },
  'settings.pollMs.hint': {
    mn: 'Олон касстай бол удаан сонгоно: үйлчилгээний хязгаар нийтийнх.',
    en: 'With many tills choose a longer interval: they share the service’s limit.',
  },
  'settings.watchHours': { mn: 'Хожуу төлбөр шалгах, цаг', en: 'Late payment checks, hours' },
  'settings.watchHours.hint': {
    mn: '1–168. Цуцалсан QR-ыг хэдэн цаг шалгах',
    en: '1 to 168 hours after a cancellation',
  },
  'settings.terminalCode': { mn: 'Кассын код', en: 'Till code' },
  'settings.terminalCode.hint': {
    mn: 'Касс бүрд өөр. A–Z, 0–9, 6 хүртэл тэмдэгт',
    en: 'Different on each till. A–Z, 0–9, up to 6 characters',
  },
  'settings.callback.enabled': { mn: 'Мэдэгдэл хүлээн авах', en: 'Receive notifications' },
  'settings.callback.enabled.hint': {
    mn: 'Заавал биш: касс төлбөрөө өөрөө шалгадаг. Мэдэгдэл ирвэл илүү хурдан шалгана',
    en: 'Optional: the till checks payments itself. With notifications it checks sooner',
  },
  'settings.callback.host': { mn: 'Энэ компьютерын хаяг', en: 'This computer’s address' },
  'settings.callback.host.hint': {
    mn: 'IP хаяг, жишээ нь 192.168.1.20',
    en: 'An IP address, for example 192.168.1.20',
  },
  'settings.callback.port': { mn: 'Мэдэгдлийн порт', en: 'Notification port' },
  'settings.callback.port.hint': {
    mn: '1–65535, өөр программ ашиглаагүй байх',
    en: '1 to 65535, not used by another program',
  },
  'settings.callback.publicUrl': { mn: 'Гаднаас орох хаяг', en: 'Public address' },
  'settings.callback.publicUrl.hint': {
    mn: 'Чиглүүлэгчээр дамжин ирэх веб хаяг. Энэ компьютерын хаяг 0.0.0.0 биш бол хоосон байж болно',
    en: 'Web address that leads here through the router. Optional unless this computer’s address is 0.0.0.0',
  },
} as const

type SettingTexts = { readonly [Key in keyof typeof SETTING_TEXTS]: string }

export const settingTexts = (language: 'mn' | 'en'): SettingTexts =>
  Object.fromEntries(
    Object.entries(SETTING_TEXTS).map(([key, text]) => [key, text[language]]),
  ) as SettingTexts
