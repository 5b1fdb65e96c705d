/** Data folders of tills with many goods, imported from a CSV file as a shop does. */
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import { IMPORT_PIECE_BYTES, type ImportState } from '../../../shared/shop/goods-import.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { type OpenTill, openTill } from '../../run/hosts/till-in-node.ts'
import { inFolder } from './till-window.ts'

export type ManyGoods = { readonly codes: readonly string[]; readonly csv: Buffer }

type Made = { readonly folder: string; readonly goods: ManyGoods }

const made = new Map<number, Promise<Made>>()

/** Gives the work a folder of its own with so many goods. Each number of goods is imported once in a run, and copied. */
export async function inGoodsFolder<Found>(
  count: number,
  work: (given: Made) => Promise<Found>,
): Promise<Found> {
  const making = made.get(count) ?? make(count)
  made.set(count, making)
  const { folder: from, goods } = await making
  return inFolder(async (folder) => {
    await cp(join(from, REGISTER_NAME), join(folder, REGISTER_NAME))
    return work({ folder, goods })
  })
}

async function make(count: number): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'tugrik-bench-goods-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const goods = manyGoods(count)
  const till = await openTill({ folder, settings: FIRST_SETTINGS })
  try {
    await importGoods(till, goods.csv)
  } finally {
    await till.stop()
  }
  return { folder, goods }
}

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

function manyGoods(count: number): ManyGoods {
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

/** Throws if a row is wrong. */
async function importGoods({ call }: OpenTill, csv: Buffer): Promise<void> {
  const { id } = await call('beginImport', { name: 'goods.csv', bytes: csv.length })
  for (let at = 0; at < csv.length; at += IMPORT_PIECE_BYTES)
    await call('addImportPiece', { id, piece: csv.subarray(at, at + IMPORT_PIECE_BYTES).toString('base64') })
  const { columns, defaults } = await untilStep(call, 'columns')
  await call('checkImport', { id, columns, defaults })
  const { counts } = await untilStep(call, 'checked')
  if (counts.wrong > 0) throw new Error(`${counts.wrong} of the goods are wrong`)
  await call('runImport', { id, wrong: 'refuse' })
  await untilStep(call, 'done')
}

async function untilStep<Step extends ImportState['step']>(call: OpenTill['call'], step: Step) {
  for (;;) {
    const state = await call('getImport')
    if (state.step === 'failed') throw new Error(state.failure.name)
    if (state.step === step) return state as Extract<ImportState, { readonly step: Step }>
    await pause(100)
  }
}
