/** Generates realistic goods, and imports them from a CSV file, as a shop does. */
import { setTimeout as pause } from 'node:timers/promises'
import { IMPORT_PIECE_BYTES, type ImportState } from '../../../shared/shop/goods-import.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { openTill } from '../../run/hosts/till-in-node.ts'
import { type Ask, asking } from './ask.ts'

export type ManyGoods = { readonly codes: readonly string[]; readonly csv: Buffer }

const KINDS =
  'Сүү,Тараг,Талх,Гурил,Будаа,Элсэн чихэр,Цай,Кофе,Ундаа,Жүүс,Рашаан ус,Шоколад,Печень,Чипс,Бяслаг,Цөцгийн тос,Өндөг,Хиам,Гоймон,Кетчуп,Майонез,Давс,Шампунь,Саван,Оо,Угаалгын нунтаг,Ариун цаас,Архи,Пиво,Лаа'.split(
    ',',
  )
const BRANDS =
  'АПУ,Сүү ХК,Атар,Талх чихэр,Алтан тариа,Говь,Тэсо,Витафит,Монос,Хүслэн,Баян,Оргилуун,Мөнх,Хаан,Номин,Эрдэнэт,Дархан,Улаанбаатар,Хөвсгөл,Орхон,Сэлэнгэ,Туул,Хэрлэн,Алтай,Хангай,Nestle,Lipton,Jacobs,Milka,Lays'.split(
    ',',
  )
const TRAITS =
  'ердийн,шинэ,өтгөн,зуслангийн,гурилтай,самартай,үзэмтэй,жимстэй,хар,цагаан,улаан,ногоон,чихэрлэг,исгэлэн,халуун,өөхгүй'.split(
    ',',
  )
const SIZES =
  '100 гр,150 гр,200 гр,250 гр,0.5 л,1 л,1.5 л,2 л,500 гр,700 гр,1 кг,2 кг,5 ш,10 ш,20 ш,30 ш'.split(',')

const HEADER = 'Код,Нэр,Ангилал,Үнэ,Хэмжих нэгж,Татварын бүтээгдэхүүний код,Ангиллын код'

export function manyGoods(count: number): ManyGoods {
  const codes = Array.from({ length: count }, (_, index) => ean13(865_000_000_000 + index * 7))
  const rows = codes.map((code, index) => {
    const kind = pick(KINDS, index)
    const name = [
      kind,
      pick(BRANDS, index / KINDS.length),
      pick(TRAITS, index / 7),
      pick(SIZES, index / 3),
    ].join(' ')
    return `${code},${name} №${index},${kind},${500 + (index % 97) * 150},ш,301,2211000`
  })
  return { codes, csv: Buffer.from([HEADER, ...rows, ''].join('\n')) }
}

const pick = (words: readonly string[], at: number): string => words[Math.floor(at) % words.length] ?? ''

/** GS1 General Specifications, section 7.9. */
function ean13(twelve: number): string {
  const digits = String(twelve)
  let sum = 0
  for (const [place, digit] of [...digits].entries()) sum += Number(digit) * (place % 2 === 0 ? 1 : 3)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Imports the goods into a data folder, with a terminal that runs only for that. */
export async function importInto(folder: string, { csv }: ManyGoods): Promise<void> {
  const till = await openTill({ folder, settings: FIRST_SETTINGS })
  try {
    await importGoods(asking(till.terminal), csv)
  } finally {
    await till.stop()
  }
}

/** Imports a CSV file as the page does: sends it, has it checked, and runs the import. Throws if a row is wrong. */
export async function importGoods(ask: Ask, csv: Buffer): Promise<void> {
  const { id } = await ask<{ id: string }>('beginImport', { name: 'goods.csv', bytes: csv.length })
  for (let at = 0; at < csv.length; at += IMPORT_PIECE_BYTES)
    await ask('addImportPiece', { id, piece: csv.subarray(at, at + IMPORT_PIECE_BYTES).toString('base64') })
  const { columns, defaults } = await untilStep(ask, 'columns')
  await ask('checkImport', { id, columns, defaults })
  const { counts } = await untilStep(ask, 'checked')
  if (counts.wrong > 0) throw new Error(`${counts.wrong} of the goods are wrong`)
  await ask('runImport', { id, wrong: 'refuse' })
  await untilStep(ask, 'done')
}

async function untilStep<Step extends ImportState['step']>(ask: Ask, step: Step) {
  for (;;) {
    const state = await ask<ImportState>('getImport')
    if (state.step === 'failed') throw new Error(state.failure.name)
    if (state.step === step) return state as Extract<ImportState, { readonly step: Step }>
    await pause(100)
  }
}
