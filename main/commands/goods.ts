/** The verbs of the goods. */
import { CommandRefused } from '../../shared/failure.ts'
import type { FieldProblem, GoodsRow } from '../../shared/goods.ts'
import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { shopDay } from '../../shared/shop-day.ts'
import { readTyped, type Stocked, stocked, exportGoods as writeGoods } from '../catalogue/index.ts'
import type { Desk } from './desk.ts'

export async function searchGoods(
  { goods }: Desk,
  request: ParsedRequestOf<'searchGoods'>,
): Promise<AnswerOf<'searchGoods'>> {
  const { catalogue } = goods
  if (request.query.trim() !== '') await catalogue.ready()
  const { products, total } = catalogue.search(request)
  const pictured = products.filter(({ code }) => catalogue.entry(code)?.picture).map(({ code }) => code)
  return { products: [...products], total, pictured }
}

export async function listGoods(
  { goods }: Desk,
  request: ParsedRequestOf<'listGoods'>,
): Promise<AnswerOf<'listGoods'>> {
  await goods.catalogue.ready()
  const { rows, total } = goods.catalogue.list(request)
  return { rows: rows.map(rowOf), total }
}

const rowOf = ({ product, favourite, hidden, picture }: Stocked): GoodsRow => ({
  product,
  favourite: favourite > 0,
  hidden,
  pictured: picture !== null,
})

/** A code of another product is refused, unless that one was taken off: then it is back, as it is now typed. */
export async function saveGoods(
  desk: Desk,
  { was, goods: typed }: ParsedRequestOf<'saveGoods'>,
): Promise<{ code: string }> {
  if (was !== null) ownGoods(desk)
  const { product, problems } = readTyped(typed)
  if (product === null) return refuseFields(problems)
  const { product: saved } = await desk.goods.change(was ?? product.code, (had) => {
    const other = desk.goods.own()?.entry(product.code) ?? null
    if (other !== null && !other.hidden && (was === null || other !== had))
      return refuseFields([{ field: 'code', problem: 'taken' }])
    if (was !== null && had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
    return had === null ? stocked(product) : { ...had, product, hidden: was === null ? false : had.hidden }
  })
  return { code: saved.code }
}

const refuseFields = (problems: readonly FieldProblem[]): never => {
  throw new CommandRefused(
    'GOODS_INVALID',
    problems.map(({ field, problem }) => `${field}:${problem}`).join(','),
  )
}

/** The sample is not the shop's: it is not changed, and goes when the shop has goods of its own. */
function ownGoods({ goods }: Desk): void {
  if (goods.own() === null) throw new CommandRefused('GOODS_SAMPLE')
}

async function changeOne(desk: Desk, code: string, change: (had: Stocked) => Stocked): Promise<void> {
  ownGoods(desk)
  await desk.goods.change(code, (had) => {
    if (had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
    return change(had)
  })
}

export const hideGoods = (desk: Desk, { code, hidden }: ParsedRequestOf<'hideGoods'>): Promise<void> =>
  changeOne(desk, code, (had) => ({ ...had, hidden }))

/** A new favourite stands after the others. */
export const starGoods = (desk: Desk, { code, favourite }: ParsedRequestOf<'starGoods'>): Promise<void> =>
  changeOne(desk, code, (had) => {
    if (!favourite) return { ...had, favourite: 0 }
    return had.favourite > 0 ? had : { ...had, favourite: lastFavourite(desk) + 1 }
  })

function lastFavourite({ goods }: Desk): number {
  let last = 0
  for (const { favourite } of goods.catalogue.entries()) last = Math.max(last, favourite)
  return last
}

export async function setPicture(
  desk: Desk,
  { code, picture }: ParsedRequestOf<'setPicture'>,
): Promise<void> {
  ownGoods(desk)
  const { pictures } = desk.goods
  const name = picture === null ? null : await pictures.keep(Buffer.from(picture, 'base64'))
  if (picture !== null && name === null) throw new CommandRefused('PICTURE_INVALID')
  let idle: string | null = name
  try {
    await changeOne(desk, code, (had) => {
      idle = had.picture
      return { ...had, picture: name }
    })
  } catch (error) {
    idle = name
    throw error
  } finally {
    if (idle !== null) await pictures.forget(idle)
  }
}

export async function getPictures(
  { goods }: Desk,
  { codes }: ParsedRequestOf<'getPictures'>,
): Promise<AnswerOf<'getPictures'>> {
  const read = codes.map(async (code) => {
    const name = goods.catalogue.entry(code)?.picture ?? null
    const picture = name === null ? null : await goods.pictures.read(name)
    return picture === null ? [] : [{ code, picture }]
  })
  return (await Promise.all(read)).flat()
}

export const keepSample = (desk: Desk): Promise<void> => desk.goods.keepSample()

export function saveWeighedCodes(desk: Desk, weighedCodes: ParsedRequestOf<'saveWeighedCodes'>): void {
  desk.settings.write({ ...desk.settings.read(), weighedCodes })
  desk.changed()
}

export const exportGoods = async (
  desk: Desk,
  { format }: ParsedRequestOf<'exportGoods'>,
): Promise<{ path: string }> => ({
  path: await writeGoods({
    goods: desk.goods.catalogue.entries(),
    format,
    folder: desk.documents,
    language: desk.settings.read().language,
    day: shopDay(desk.clock.now()),
  }),
})
