/** The verbs of the goods. */
import { CommandRefused } from '../../shared/failure.ts'
import type { FieldProblem, GoodsRow } from '../../shared/goods.ts'
import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { shopDay } from '../../shared/shop-day.ts'
import {
  type CatalogueItem,
  catalogueItem,
  readTyped,
  exportGoods as writeGoods,
} from '../catalogue/index.ts'
import type { CommandContext } from './command-context.ts'

export async function searchGoods(
  { goods }: CommandContext,
  request: ParsedRequestOf<'searchGoods'>,
): Promise<AnswerOf<'searchGoods'>> {
  const { catalogue } = goods
  if (request.query.trim() !== '') await catalogue.ready()
  const { products, total } = catalogue.search(request)
  const pictured = products.filter(({ code }) => catalogue.entry(code)?.picture).map(({ code }) => code)
  return { products: [...products], total, pictured }
}

export async function listGoods(
  { goods }: CommandContext,
  request: ParsedRequestOf<'listGoods'>,
): Promise<AnswerOf<'listGoods'>> {
  await goods.catalogue.ready()
  const { rows, total } = goods.catalogue.list(request)
  return { rows: rows.map(rowOf), total }
}

const rowOf = ({ product, favourite, hidden, picture }: CatalogueItem): GoodsRow => ({
  product,
  favourite: favourite > 0,
  hidden,
  pictured: picture !== null,
})

/** A code of another product is refused, unless that one was taken off: then it is back, as it is now typed. */
export async function saveGoods(
  context: CommandContext,
  { was, goods: typed }: ParsedRequestOf<'saveGoods'>,
): Promise<{ code: string }> {
  if (was !== null) ownGoods(context)
  const { product, problems } = readTyped(typed)
  if (product === null) return refuseFields(problems)
  const { product: saved } = await context.goods.change(was ?? product.code, (had) => {
    const other = context.goods.own()?.entry(product.code) ?? null
    if (other !== null && !other.hidden && (was === null || other !== had))
      return refuseFields([{ field: 'code', problem: 'taken' }])
    if (was !== null && had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
    return had === null
      ? catalogueItem(product)
      : { ...had, product, hidden: was === null ? false : had.hidden }
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
function ownGoods({ goods }: CommandContext): void {
  if (goods.own() === null) throw new CommandRefused('GOODS_SAMPLE')
}

async function changeOne(
  context: CommandContext,
  code: string,
  change: (had: CatalogueItem) => CatalogueItem,
): Promise<void> {
  ownGoods(context)
  await context.goods.change(code, (had) => {
    if (had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
    return change(had)
  })
}

export const hideGoods = (
  context: CommandContext,
  { code, hidden }: ParsedRequestOf<'hideGoods'>,
): Promise<void> => changeOne(context, code, (had) => ({ ...had, hidden }))

/** A new favourite stands after the others. */
export const starGoods = (
  context: CommandContext,
  { code, favourite }: ParsedRequestOf<'starGoods'>,
): Promise<void> =>
  changeOne(context, code, (had) => {
    if (!favourite) return { ...had, favourite: 0 }
    return had.favourite > 0 ? had : { ...had, favourite: lastFavourite(context) + 1 }
  })

function lastFavourite({ goods }: CommandContext): number {
  let last = 0
  for (const { favourite } of goods.catalogue.entries()) last = Math.max(last, favourite)
  return last
}

export async function setPicture(
  context: CommandContext,
  { code, picture }: ParsedRequestOf<'setPicture'>,
): Promise<void> {
  ownGoods(context)
  const { pictures } = context.goods
  const name = picture === null ? null : await pictures.keep(Buffer.from(picture, 'base64'))
  if (picture !== null && name === null) throw new CommandRefused('PICTURE_INVALID')
  let idle: string | null = name
  try {
    await changeOne(context, code, (had) => {
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
  { goods }: CommandContext,
  { codes }: ParsedRequestOf<'getPictures'>,
): Promise<AnswerOf<'getPictures'>> {
  const read = codes.map(async (code) => {
    const name = goods.catalogue.entry(code)?.picture ?? null
    const picture = name === null ? null : await goods.pictures.read(name)
    return picture === null ? [] : [{ code, picture }]
  })
  return (await Promise.all(read)).flat()
}

export const keepSample = (context: CommandContext): Promise<void> => context.goods.keepSample()

export function saveWeighedCodes(
  context: CommandContext,
  weighedCodes: ParsedRequestOf<'saveWeighedCodes'>,
): void {
  context.settings.write({ ...context.settings.read(), weighedCodes })
  context.changed()
}

export const exportGoods = async (
  context: CommandContext,
  { format }: ParsedRequestOf<'exportGoods'>,
): Promise<{ path: string }> => ({
  path: await writeGoods({
    goods: context.goods.catalogue.entries(),
    format,
    folder: context.documents,
    language: context.settings.read().language,
    day: shopDay(context.clock.now()),
  }),
})
