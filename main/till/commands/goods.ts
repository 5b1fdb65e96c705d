/** Commands of the goods: search, changes, pictures, import and export. */
import { z } from 'zod'
import { unlistedCodeSchema } from '../../../shared/books/history.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { TAX_KINDS } from '../../../shared/money/tax.ts'
import { severalAsText } from '../../../shared/page/several-goods.ts'
import { changesOf, type FieldChange, fieldChangesSchema } from '../../../shared/shop/field-changes.ts'
import { LONGEST_CODES } from '../../../shared/shop/further-codes.ts'
import {
  alikeCodeSchema,
  asTyped,
  codesOf,
  type FieldProblem,
  GOODS_FIELDS,
  GOODS_ORDERS,
  type Goods,
  type GoodsField,
  type GoodsRow,
  goodsFilterSchema,
  goodsRowSchema,
  type TypedGoods,
} from '../../../shared/shop/goods.ts'
import { priceChanges } from '../../../shared/shop/goods-changes.ts'
import {
  columnDefaultsSchema,
  columnMatchSchema,
  IMPORT_PIECE_BYTES,
  importStateSchema,
} from '../../../shared/shop/goods-import.ts'
import {
  goodsChangeSchema,
  MOST_PLANNED,
  PLANNED_FIELDS,
  type PlannedField,
  type PlannedGoods,
  planGoodsChange,
  plannedGoodsList,
  plannedGoodsSchema,
  plannedOf,
} from '../../../shared/shop/goods-plan.ts'
import { onlyTyped } from '../../../shared/shop/only-typed.ts'
import { productSchema } from '../../../shared/shop/product.ts'
import { shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { TAX_CODE_FIELDS, taxCodeSchema } from '../../../shared/shop/tax-codes.ts'
import { unlistedCodes } from '../../books/history/index.ts'
import {
  type CatalogueItem,
  catalogueItem,
  readTyped,
  readTypedCodes,
  usualGoods,
  exportGoods as writeGoods,
} from '../../shop/goods/index.ts'
import type { About } from '../../shop/people/index.ts'
import type { AuditEntry } from '../../storage/journal/index.ts'
import type { RegisterChange } from '../../storage/register/index.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, commandAlone, defineCommand, wholeRequest } from './define-command.ts'
import { count, id, picture, tableFormat, typed, writtenFile } from './schemas.ts'

const code = z.string().min(1).max(64)

const codesText = z.string().max(LONGEST_CODES)

/** Every field as typed. */
const typedGoods = z
  .strictObject(
    Object.fromEntries(GOODS_FIELDS.map((field) => [field, typed])) as Record<GoodsField, typeof typed>,
  )
  .extend({ codes: codesText.default('') })

/**
 * Searches the goods. An empty `query` lists the favourites first, then the best sellers. `total` counts the matches
 * beyond the limit too; `pictured` are the codes of goods with a picture.
 */
export const searchGoods = backgroundCommand({
  request: z.strictObject({
    query: typed,
    category: z.string().max(120).nullable(),
    limit: z.int().min(1).max(200),
  }),
  reply: z.strictObject({
    products: z.array(productSchema),
    total: z.int(),
    exact: z.boolean(),
    pictured: z.array(z.string()),
  }),
  permission: null,
  handle: async (context, request) => {
    const { catalogue } = context.shop.goods
    if (request.query.trim() !== '') await catalogue.ready()
    const { products, ...found } = catalogue.search({
      ...request,
      bestSellers: context.session().bestSellers(),
    })
    const pictured = products.map((product) => product.code).filter((one) => catalogue.entry(one)?.picture)
    return { products, ...found, pictured }
  },
})

export const listCategories = backgroundCommand({
  reply: z.array(z.string()),
  permission: null,
  handle: ({ shop: { goods } }) => goods.catalogue.categories(),
})

/** The codes that were missing at this till and sold as misc items. A code that a product has by now is left out. */
export const listUnlisted = backgroundCommand({
  reply: z.array(unlistedCodeSchema),
  permission: 'goods',
  handle: ({ session, shop: { goods, settings } }) => {
    const { weighedCodes } = settings.read()
    return unlistedCodes(session().journal, (code) => {
      const found = goods.ringUp(code, weighedCodes)
      return found.product !== null || found.several.length > 0
    })
  },
})

/** Lists goods, one part at a time. Without an `order`, by name. `total` counts all matches. */
export const listGoods = backgroundCommand({
  request: goodsFilterSchema.extend({
    order: z.enum(GOODS_ORDERS).nullable().default(null),
    down: z.boolean().default(false),
    offset: count,
    limit: z.int().min(1).max(200),
  }),
  reply: z.strictObject({ rows: z.array(goodsRowSchema), total: count }),
  permission: null,
  handle: async ({ clock, shop: { goods } }, request) => {
    await goods.catalogue.ready()
    const { rows, total } = goods.catalogue.list({ ...request, today: todayOf(clock) })
    return { rows: rows.map(rowOf), total }
  },
})

const todayOf = (clock: CommandContext['clock']): number => shopMoment(shopDay(clock.now()))

/** The codes of the first MOST_PLANNED goods of a list. */
export const listGoodsCodes = backgroundCommand({
  request: goodsFilterSchema,
  reply: z.array(z.string()),
  permission: null,
  handle: async ({ clock, shop: { goods } }, request) => {
    await goods.catalogue.ready()
    const part = { today: todayOf(clock), offset: 0, limit: MOST_PLANNED }
    const { rows } = goods.catalogue.list({ ...request, ...part })
    return rows.map(({ product }) => product.code)
  },
})

/**
 * The product that a scan means, hidden or not. `chosen` answers CODE_OF_SEVERAL, as for `addProduct`. `code` is the code that it
 * has or would have: for a scale's label, that of the article. `quantity` is what the label says.
 */
export const findGoods = backgroundCommand({
  request: z.strictObject({ code: typed, chosen: typed.optional() }),
  reply: z.strictObject({
    code: z.string(),
    row: goodsRowSchema.nullable(),
    quantity: z.string().nullable(),
    /** The code of a pack, as the product has it. */
    pack: z.string().nullable(),
    /** How many pieces the code sells. */
    pieces: z.int(),
  }),
  permission: null,
  handle: ({ shop: { goods, settings } }, { code: scanned, chosen }) => {
    const meant = goods.ringUp(scanned, settings.read().weighedCodes, chosen)
    if (meant.product === null && meant.several.length > 0)
      throw new CommandRefused('CODE_OF_SEVERAL', severalAsText(meant.several))
    const code = meant.product === null ? meant.missing : meant.product.code
    const item = (chosen === undefined ? goods.catalogue.entry(scanned) : null) ?? goods.catalogue.entry(code)
    const quantity = meant.product === null ? null : meant.quantity
    const pack = 'pack' in meant ? (meant.pack ?? null) : null
    return {
      code: item?.product.code ?? code,
      row: item && rowOf(item),
      quantity,
      pack: pack?.code ?? null,
      pieces: pack?.pieces ?? 1,
    }
  },
})

const rowOf = ({ product, codes, favourite, hidden, picture: kept }: CatalogueItem): GoodsRow => ({
  product,
  codes,
  favourite: favourite > 0,
  hidden,
  pictured: kept !== null,
})

/**
 * Adds a product, or changes the one with the code `was`. A code of another product is refused, unless that one is
 * hidden: then it is shown again with the new fields. The detail of a refusal names every wrong field and its problem,
 * and for a code the product that has it: "code:taken:Cola,price:not-whole", with the name encoded as in a URI.
 *
 * With the values `over` which the person typed, only the typed fields are changed. A field that somebody else changed
 * meanwhile to another value is refused with CHANGED_MEANWHILE.
 */
export const saveGoods = defineCommand({
  request: z.strictObject({
    was: code.nullable(),
    goods: typedGoods,
    over: typedGoods.nullable().default(null),
  }),
  reply: z.strictObject({ code: z.string(), name: z.string(), changes: fieldChangesSchema }),
  permission: 'goods',
  audit: ({ was, goods }) => ({ was, code: goods.code, name: goods.name }),
  auditReply: ({ name, changes }) => ({ name, changes }),
  handle: async (context, { was, goods, over }, _authorization, { note }) => {
    if (was !== null) refuseSample(context)
    const { code: saved } = readGoods(goods).product
    let reply = { code: saved, name: goods.name, changes: [] as FieldChange[] }
    const change = (had: CatalogueItem | null): CatalogueItem => {
      const read = readGoods(over === null || had === null ? goods : onlyTyped(goods, over, asTyped(had)))
      const { product, codes } = read
      const taken = takenCodes(context, read, was === null ? null : had)
      if (taken.length > 0) return refuseFields(taken)
      if (was !== null && had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
      reply = { code: saved, name: product.name, changes: priceChanges(had, read) }
      return had === null
        ? catalogueItem(product, codes)
        : { ...had, product, codes, hidden: was === null ? false : had.hidden }
    }
    await context.shop.goods.change(was ?? saved, change, () => note(reply))
    return reply
  },
})

/** Plans a change of these goods: the dry run of `changeGoods`. Refuses values that are invalid for a product. */
export const planGoods = backgroundCommand({
  request: z.strictObject({ codes: z.array(code).max(MOST_PLANNED), change: goodsChangeSchema }),
  reply: z.array(plannedGoodsSchema),
  permission: 'goods',
  handle: ({ shop: { goods } }, { codes, change }) => {
    const known = codes.flatMap((one) => goods.own()?.entry(one) ?? [])
    const plan = planGoodsChange(known, change)
    if (plan === null) return refuseFields([{ field: 'price', problem: 'not-a-number' }])
    for (const one of plan) plannedItem(goods.own()?.entry(one.code) ?? null, one)
    return plan
  },
})

/**
 * Carries out a plan, all of it or nothing. The reversed plan (`planBack`) undoes it. Values that somebody else
 * changed meanwhile are refused with GOODS_CHANGED_MEANWHILE and the names of the goods.
 */
export const changeGoods = defineCommand({
  request: z.strictObject({ plan: plannedGoodsList }),
  /** Each change with the code of its product. */
  reply: z.strictObject({ changes: z.array(fieldChangesSchema.element.extend({ code: z.string() })) }),
  permission: 'goods',
  audit: ({ plan }) => ({ changedGoods: plan.length, ...(plan.length === 1 ? { name: plan[0]?.name } : {}) }),
  auditReply: ({ changes }) => ({
    changes: changes.slice(0, MOST_AUDITED_CHANGES),
    changesInAll: changes.length,
  }),
  handle: async (context, { plan }, _authorization, { note }) => {
    refuseSample(context)
    const { catalogue, changeSeveral } = context.shop.goods
    const changes: CodedChange[] = []
    const make = () => {
      const stale = plan.filter((one) => isStale(one, catalogue.entry(one.code))).map(({ name }) => name)
      if (stale.length > 0)
        throw new CommandRefused('GOODS_CHANGED_MEANWHILE', stale.join(', ').slice(0, 300))
      return plan.map((one) => {
        const had = catalogue.entry(one.code)
        const item = plannedItem(had, one)
        if (had?.hidden && !item.hidden) refuseTaken(context, item, had)
        changes.push(...plannedChanges(had, item))
        return item
      })
    }
    await changeSeveral(make, () => note({ changes }))
    return { changes }
  },
})

/** The audit row has the first changes; each product has its values. */
const MOST_AUDITED_CHANGES = 200

type CodedChange = FieldChange & { readonly code: string }

const isStale = ({ from, to }: PlannedGoods, had: CatalogueItem | null): boolean => {
  if (had === null) return true
  const now = plannedOf(had)
  return PLANNED_FIELDS.some(
    (field) => from[field] !== undefined && now[field] !== from[field] && now[field] !== to[field],
  )
}

function plannedItem(had: CatalogueItem | null, { to: { hidden, ...to } }: PlannedGoods): CatalogueItem {
  if (had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
  const { product, codes } = readGoods({ ...asTyped(had), ...(to as Partial<TypedGoods>) })
  return { ...had, product, codes, hidden: hidden === undefined ? had.hidden : hidden === 'yes' }
}

/** With the product's code, because the audit row is about several. */
const plannedChanges = (had: CatalogueItem | null, item: CatalogueItem): CodedChange[] =>
  changesOf(PLANNED_FIELDS, (field) => [had && auditedValue(had, field), auditedValue(item, field)]).map(
    (change) => ({
      code: item.product.code,
      ...change,
    }),
  )

const auditedValue = (item: CatalogueItem, field: PlannedField) =>
  field === 'hidden' ? item.hidden : item.product[field]

function readGoods(typed: TypedGoods): Goods {
  const read = readTyped(typed)
  return read.product === null ? refuseFields(read.problems) : read
}

/** The typed codes of a product that look like a code of another one. `was` is the product's own code. */
export const findAlikeCodes = backgroundCommand({
  request: z.strictObject({ was: code.nullable(), code: typed, codes: codesText }),
  reply: z.array(alikeCodeSchema),
  permission: null,
  handle: ({ shop: { goods } }, { was, ...typedCodes }) => {
    const own = goods.own()
    const had = was === null ? null : (own?.entry(was) ?? null)
    return readTypedCodes(typedCodes).flatMap((one) =>
      (own?.alike(one) ?? []).flatMap(({ code: other, one: { product } }) =>
        product === had?.product ? [] : [{ code: one, other, name: product.name }],
      ),
    )
  },
})

/** What the form of a new product of this category begins with. Its tax codes are only offered (`findTaxCodes`). */
export const getUsualGoods = backgroundCommand({
  request: z.strictObject({ category: typed }),
  reply: z.strictObject({
    ...{ category: typed, unit: typed },
    ...{ taxKind: z.enum(TAX_KINDS), cityTax: z.enum(['yes', 'no']) },
  }),
  permission: null,
  handle: (context, { category }) => {
    const { unit, taxKind, cityTax, ...usual } = usualOf(context, category)
    return { category: usual.category, unit, taxKind, cityTax: cityTax ? ('yes' as const) : ('no' as const) }
  },
})

const usualOf = ({ shop: { goods, settings } }: CommandContext, category: string) =>
  usualGoods(goods.own()?.entries() ?? [], category, settings.read().newGoods)

const MOST_CODES = 5

/**
 * Published tax codes for a product. `named` is that of a typed code. `found` are those whose names have words of a typed text, or
 * else of the product's name; first comes the code that most goods of the category have.
 */
export const findTaxCodes = backgroundCommand({
  request: z.strictObject({
    field: z.enum(TAX_CODE_FIELDS),
    ...{ text: typed, name: typed, category: typed },
    taxKind: z.enum(TAX_KINDS),
  }),
  reply: z.strictObject({ named: taxCodeSchema.nullable(), found: z.array(taxCodeSchema) }),
  permission: null,
  handle: async (context, { field, text, name, category, taxKind }) => {
    const { taxCodes } = context.shop
    const code = text.trim()
    if (/^\d+$/.test(code)) return { named: await taxCodes.named(field, code), found: [] }
    const wanted = { field, kind: taxKind, limit: MOST_CODES }
    if (code !== '') return { named: null, found: [...(await taxCodes.find({ ...wanted, text: code }))] }
    const found = await taxCodes.find({ ...wanted, text: name })
    const { [field]: usual, taxKind: usualKind } = usualOf(context, category)
    if (usual === '' || usualKind !== taxKind) return { named: null, found: [...found] }
    const offered = (await taxCodes.named(field, usual)) ?? { code: usual, name: '', kind: null }
    return { named: null, found: [offered, ...found.filter((one) => one.code !== usual)] }
  },
})

/** The units of the goods, for the form to suggest. */
export const listUnits = backgroundCommand({
  reply: z.array(z.string()),
  permission: null,
  handle: ({ shop: { goods } }) => [
    ...new Set([...goods.catalogue.entries()].map(({ product }) => product.unit)),
  ],
})

const refuseFields = (problems: readonly FieldProblem[]): never => {
  throw new CommandRefused(
    'FIELDS_INVALID',
    problems
      .map(({ field, problem, product }) =>
        [field, problem, ...(product === undefined ? [] : [encodeURIComponent(product)])].join(':'),
      )
      .join(','),
  )
}

/** The codes that another product has: each field once. */
function takenCodes(
  { shop: { goods } }: CommandContext,
  saved: Goods,
  had: CatalogueItem | null,
): FieldProblem[] {
  const taken = new Map<GoodsField, FieldProblem>()
  for (const [code, field] of codesOf(saved)) {
    const other = goods.own()?.owner(code) ?? null
    if (other !== null && other !== had && !taken.has(field))
      taken.set(field, { field, problem: 'taken', product: other.product.name })
  }
  return [...taken.values()]
}

/** Refuses to show a hidden product again if another product has one of its codes by now. */
function refuseTaken(context: CommandContext, shown: Goods, had: CatalogueItem): void {
  const [taken] = takenCodes(context, shown, had)
  if (taken !== undefined) throw new CommandRefused('CODE_TAKEN', taken.product ?? null)
}

/** Refuses to change the sample. It is replaced when the shop has goods of its own. */
function refuseSample({ shop: { goods } }: CommandContext): void {
  if (goods.own() === null) throw new CommandRefused('GOODS_SAMPLE')
}

async function changeOne(
  context: CommandContext,
  wanted: string,
  change: (had: CatalogueItem) => CatalogueItem,
  notes?: () => readonly RegisterChange[],
): Promise<void> {
  refuseSample(context)
  const known = (had: CatalogueItem | null): CatalogueItem => {
    if (had === null) throw new CommandRefused('PRODUCT_UNKNOWN')
    return change(had)
  }
  await context.shop.goods.change(wanted, known, notes)
}

/**
 * Hides a product from the till, or shows it again. Sales with it stay as they are. While it was hidden, another product
 * may have got one of its codes: the detail of CODE_TAKEN is the name of that one.
 */
export const hideGoods = defineCommand({
  request: z.strictObject({ code, hidden: z.boolean() }),
  permission: 'goods',
  audit: wholeRequest,
  handle: (context, { code: wanted, hidden }, _authorization, { note }) =>
    changeOne(
      context,
      wanted,
      (had) => {
        if (!hidden) refuseTaken(context, had, had)
        return { ...had, hidden }
      },
      () => note(undefined),
    ),
})

/** Makes a product a favourite, after the others, or removes it from the favourites. */
export const starGoods = defineCommand({
  request: z.strictObject({ code, favourite: z.boolean() }),
  permission: 'goods',
  handle: (context, { code: wanted, favourite }) =>
    changeOne(context, wanted, (had) => {
      if (!favourite) return { ...had, favourite: 0 }
      return had.favourite > 0 ? had : { ...had, favourite: lastFavourite(context) + 1 }
    }),
})

function lastFavourite({ shop: { goods } }: CommandContext): number {
  let last = 0
  for (const { favourite } of goods.catalogue.entries()) last = Math.max(last, favourite)
  return last
}

export const setPicture = defineCommand({
  request: z.strictObject({ code, picture }),
  permission: 'goods',
  audit: ({ code: wanted, picture: given }) => ({ code: wanted, removed: given === null }),
  handle: async (context, { code: wanted, picture: given }, _authorization, { note }) => {
    refuseSample(context)
    const { pictures } = context.shop.goods
    const name = given === null ? null : await pictures.keep(Buffer.from(given, 'base64'))
    if (given !== null && name === null) throw new CommandRefused('PICTURE_INVALID')
    let unused: string | null = name
    try {
      const change = (had: CatalogueItem): CatalogueItem => {
        unused = had.picture
        return { ...had, picture: name }
      }
      await changeOne(context, wanted, change, () => note(undefined))
    } catch (error) {
      unused = name
      throw error
    } finally {
      if (unused !== null) await pictures.forget(unused)
    }
  },
})

/** The pictures as data URLs; goods without one are left out. */
export const getPictures = backgroundCommand({
  request: z.strictObject({ codes: z.array(code).max(200) }),
  reply: z.array(
    z.strictObject({ code: z.string(), picture: z.string().startsWith('data:image/jpeg;base64,') }),
  ),
  permission: null,
  handle: async ({ shop: { goods } }, { codes }) => {
    const read = codes.map(async (one) => {
      const name = goods.catalogue.entry(one)?.picture ?? null
      const found = name === null ? null : await goods.pictures.read(name)
      return found === null ? [] : [{ code: one, picture: found }]
    })
    return (await Promise.all(read)).flat()
  },
})

/** Makes the sample the shop's own goods. */
export const keepSample = defineCommand({
  permission: 'goods',
  audit: commandAlone,
  handle: ({ shop: { goods } }, _nothing, _authorization, { note }) =>
    goods.keepSample(() => note(undefined)),
})

const anImport = z.strictObject({ id })

export const getImport = backgroundCommand({
  reply: importStateSchema,
  permission: null,
  handle: ({ shop: { importer } }) => importer.state(),
})

export const beginImport = defineCommand({
  request: z.strictObject({ name: z.string().max(300), bytes: count }),
  reply: anImport,
  permission: 'goods',
  audit: ({ name }) => ({ file: name }),
  handle: ({ shop: { importer } }, { name, bytes }) => importer.begin(name, bytes),
})

/** The next piece of the file, in base64. */
export const addImportPiece = defineCommand({
  request: anImport.extend({ piece: z.base64().max(Math.ceil(IMPORT_PIECE_BYTES / 3) * 4) }),
  permission: 'goods',
  handle: ({ shop: { importer } }, { id: importId, piece }) =>
    importer.take(importId, Buffer.from(piece, 'base64')),
})

/** Reads these sheets of a workbook, counted from 0, as one list. */
export const chooseImportSheets = defineCommand({
  request: anImport.extend({ sheets: z.array(count).min(1).max(500) }),
  permission: 'goods',
  handle: ({ shop: { importer } }, { id: importId, sheets }) => importer.chooseSheets(importId, sheets),
})

/** The dry run; `getImport` tells its result. */
export const checkImport = defineCommand({
  request: anImport.extend({ columns: columnMatchSchema, defaults: columnDefaultsSchema }),
  permission: 'goods',
  handle: ({ shop: { importer } }, { id: importId, columns: chosen, defaults: given }) =>
    importer.check(importId, chosen, given),
})

/** Returns from the dry run to the choice of columns. */
export const changeImport = defineCommand({
  request: anImport,
  permission: 'goods',
  handle: ({ shop: { importer } }, { id: importId }) => importer.again(importId),
})

/** Its audit row tells who began it. The next one, `goodsImported`, tells what it has changed. */
export const runImport = defineCommand({
  request: anImport.extend({ wrong: z.enum(['refuse', 'leave out']) }),
  permission: 'goods',
  audit: ({ wrong }) => ({ wrong }),
  handle: (context, { id: importId, wrong }, { person: who, approvedBy }) => {
    const entryOf = (about: About): AuditEntry => ({
      ...{ at: context.clock.now(), who, action: 'goodsImported', about, approvedBy },
    })
    context.shop.importer.run(importId, wrong, {
      notes: (what) => [context.till.trail.note(entryOf(what))],
      imported: context.till.trail.flush,
    })
  },
})

export const stopImport = defineCommand({
  request: anImport,
  permission: 'goods',
  handle: ({ shop: { importer } }, { id: importId }) => importer.stop(importId),
})

export const exportGoods = defineCommand({
  request: z.strictObject({ format: tableFormat }),
  reply: writtenFile,
  permission: 'goods',
  audit: wholeRequest,
  handle: async (context, { format }) => ({
    path: await writeGoods({
      goods: context.shop.goods.catalogue.entries(),
      format,
      folder: context.computer.documents,
      language: context.shop.settings.read().language,
      day: shopDay(context.clock.now()),
    }),
  }),
})
