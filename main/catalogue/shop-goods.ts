/**
 * The shop's goods: its own, kept in the terminal's folder, or the sample while it has none. What is changed is on the
 * disk before the till finds it; one change at a time.
 */
import { CommandRefused } from '../../shared/failure.ts'
import type { GoodsStatus } from '../../shared/goods.ts'
import type { WeighedCodes } from '../../shared/weighed-codes.ts'
import type { Log } from '../environment.ts'
import { createMutex } from '../mutex.ts'
import { createSignal, type Signal } from '../signal.ts'
import { readWeighedCode, tidyCode, type Weighed, weighedProduct } from './barcode.ts'
import { type LiveCatalogue, makeLiveCatalogue, preparing } from './catalogue.ts'
import { type CatalogueItem, keyOf } from './catalogue-item.ts'
import { type Chunked, chunked } from './chunked.ts'
import { goodsFile, readGoodsElsewhere, type Watch } from './goods-file.ts'
import { keptPictures, type Pictures } from './pictures.ts'

export type ShopGoods = {
  readonly catalogue: LiveCatalogue
  readonly pictures: Pictures
  readonly status: () => GoodsStatus
  readonly onChange: Signal['listen']
  /** What a scanned or typed code rings up. A code of the catalogue outranks what a scale's label could mean. */
  readonly ringUp: (code: string, codes: WeighedCodes) => Scanned
  /** Changes one product. `change` sees it as it is once those before it are done; the first one ends the sample. */
  readonly change: (
    code: string | null,
    change: (had: CatalogueItem | null) => CatalogueItem,
  ) => Promise<CatalogueItem>
  /** Makes all goods anew out of those that there are; false where it was stopped, and nothing has changed then. */
  readonly rewrite: (
    make: (own: ReadonlyMap<string, CatalogueItem>) => Chunked<ReadonlyMap<string, CatalogueItem>>,
    watch: Watch,
  ) => Promise<boolean>
  /** The shop's own, by key; none while the sample is there. */
  readonly own: () => LiveCatalogue | null
  /** The sample becomes the shop's own. */
  readonly keepSample: () => Promise<void>
  readonly acknowledgeDamage: () => void
  /** What a copy of them is made of; null while the sample is there. */
  readonly filed: () => {
    readonly file: string
    readonly count: number
    readonly pictures: readonly string[]
  } | null
  /** The goods of a file that lies elsewhere take the place of the sample; COPY_DAMAGED where it does not read whole. */
  readonly takeFile: (path: string) => Promise<void>
  /** Throws where `takeFile` would, for what is in the file. */
  readonly checkFile: (path: string) => Promise<void>
}

export type Scanned =
  | { readonly product: Weighed['product']; readonly quantity: string | null }
  /** Nothing: a product with the code `missing` would have been rung up, which for a scale's label is its article. */
  | { readonly product: null; readonly missing: string }

export type ShopGoodsParts = {
  readonly folder: string
  readonly sample: LiveCatalogue
  readonly log: Log
  readonly now: () => number
}

export async function openShopGoods({ folder, sample, log, now }: ShopGoodsParts): Promise<ShopGoods> {
  const file = goodsFile(folder, { log, now })
  const pictures = keptPictures(folder)
  const loaded = await file.load()
  let own = loaded !== null
  let damaged = loaded?.damaged ?? null
  let version = 1
  const catalogue = makeLiveCatalogue(loaded?.goods.values() ?? sample.entries())
  void catalogue.ready()

  const { runExclusive } = createMutex()
  const changes = createSignal()
  const told = (): void => {
    version++
    changes.emit()
  }
  const mine = (): LiveCatalogue | null => (own ? catalogue : null)

  const change: ShopGoods['change'] = (code, make) =>
    runExclusive(async () => {
      const had = code === null ? null : (mine()?.entry(code) ?? null)
      const one = make(had)
      const was = had !== null && had.product.code !== one.product.code ? had.product.code : undefined
      await writing(async () => {
        if (own) await file.append(one, was)
        else await file.replace([one])
      })
      if (own) catalogue.put(one, was)
      else await adopt([one])
      told()
      return one
    })

  const adopt = async (goods: Iterable<CatalogueItem>): Promise<void> => {
    const prepared = await chunked(preparing(goods))
    if (prepared === null) return
    catalogue.adopt(prepared)
    own = true
  }

  const rewrite: ShopGoods['rewrite'] = (make, watch) =>
    runExclusive(async () => {
      const had = new Map(own ? [...catalogue.entries()].map((one) => [keyOf(one), one] as const) : [])
      const made = await chunked(make(had), watch.stopped)
      const prepared = made && (await chunked(preparing(made.values()), watch.stopped))
      if (made === null || prepared === null) return false
      if (!(await writing(() => file.replace([...made.values()], watch)))) return false
      catalogue.adopt(prepared)
      own = true
      told()
      return true
    })

  const picturesInUse = (): string[] =>
    [...catalogue.entries()].flatMap(({ picture }) => (picture === null ? [] : [picture]))

  return {
    catalogue,
    pictures,
    filed: () => (own ? { file: file.path, count: catalogue.size(), pictures: picturesInUse() } : null),
    checkFile: async (path) => void (await goodsElsewhere(path)),
    takeFile: async (path) => {
      const goods = await goodsElsewhere(path)
      await rewrite(
        // biome-ignore lint/correctness/useYield: it is read already.
        function* () {
          return goods
        },
        { progress: () => {}, stopped: () => false },
      )
    },
    status: () => ({ own, count: own ? catalogue.size() : 0, version, damaged }),
    ringUp: (code, codes) => {
      const product = catalogue.find(code)
      if (product !== null) return { product, quantity: null }
      const weighed = readWeighedCode(tidyCode(code), codes)
      if (weighed === null) return { product: null, missing: tidyCode(code) }
      const short = weighed.article.replace(/^0+(?=\d)/, '')
      const article = catalogue.find(weighed.article) ?? catalogue.find(short)
      return article === null ? { product: null, missing: short } : weighedProduct(article, weighed)
    },
    change,
    rewrite,
    own: mine,
    keepSample: () =>
      runExclusive(async () => {
        if (own) return
        await writing(() => file.replace([...sample.entries()]))
        own = true
        told()
      }),
    acknowledgeDamage: () => {
      damaged = null
      changes.emit()
    },
    onChange: changes.listen,
  }
}

/** A file that does not take it is a failure with a name; whatever was there still is. */
async function writing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new CommandRefused('GOODS_NOT_SAVED', error instanceof Error ? error.message : null)
  }
}

async function goodsElsewhere(path: string): Promise<Map<string, CatalogueItem>> {
  const goods = await readGoodsElsewhere(path)
  if (goods === null) throw new CommandRefused('COPY_DAMAGED', 'goods')
  return goods
}
