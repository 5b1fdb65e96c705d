/**
 * The shop's goods: its own, stored in the register, or the sample while it has none. Changes are made one at a time.
 * Each is on the disk before the till uses it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { CommandRefused } from '../../../shared/failure.ts'
import type { GoodsStatus } from '../../../shared/shop/goods.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { WeighedCodes } from '../../../shared/shop/weighed-codes.ts'
import { type Chunked, chunked } from '../../base/chunked.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { createMutex } from '../../base/mutex.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { DamageNotice, Register, RegisterChange, Watch } from '../../storage/register/index.ts'
import { asEan13 } from './barcode.ts'
import { type LiveCatalogue, makeLiveCatalogue, preparing } from './catalogue.ts'
import { type CatalogueItem, keyOf, withPriceTime } from './catalogue-item.ts'
import { productRow, readBody, readGoodsFile, writeGoodsFile } from './goods-file.ts'
import { keptPictures, type Pictures } from './pictures.ts'
import { readScan, type Scanned } from './read-scan.ts'

export type ShopGoods = {
  readonly catalogue: LiveCatalogue
  readonly pictures: Pictures
  readonly status: () => GoodsStatus
  readonly onChange: Signal['listen']
  /**
   * What a scanned or typed code adds to the cart. A code in the catalogue is not read as a scale's label. `chosen` is the own
   * code of the product that a person chose from several.
   */
  readonly ringUp: (code: string, codes: WeighedCodes, chosen?: string) => Scanned
  /**
   * Changes one product, in one transaction with the notes. `change` receives it after all earlier changes. The first
   * change replaces the sample.
   */
  readonly change: (
    code: string | null,
    change: (had: CatalogueItem | null) => CatalogueItem,
    notes?: () => readonly RegisterChange[],
  ) => Promise<CatalogueItem>
  /** Changes several products, which keep their codes, in one transaction with the notes. `make` runs after all earlier changes. */
  readonly changeSeveral: (
    make: () => readonly CatalogueItem[],
    notes: () => readonly RegisterChange[],
  ) => Promise<void>
  /**
   * Replaces all goods by those that `make` returns, in one transaction with the notes. Resolves with false, and no
   * change, if it was stopped.
   */
  readonly rewrite: (
    make: (own: ReadonlyMap<string, CatalogueItem>) => Chunked<ReadonlyMap<string, CatalogueItem>>,
    watch: Watch,
    notes?: () => Promise<readonly RegisterChange[]>,
  ) => Promise<boolean>
  /**
   * Changes products to the bodies that `make` returns, a null body removes one, in one transaction with the notes.
   * `make` runs after all earlier changes. The bodies are those of `tidyBody`.
   */
  readonly receive: (make: () => ReceivedGoods) => Promise<void>
  /** Keeps pictures of other tills. Resolves with the names of those that are pictures. */
  readonly takePictures: (pictures: ReadonlyMap<string, Uint8Array>) => Promise<ReadonlySet<string>>
  /** The shop's own goods; null while the sample is used. */
  readonly own: () => LiveCatalogue | null
  /** Whether the product is one of the sample: its price apart, everything is as the sample has it. */
  readonly isSample: (product: Product) => boolean
  /** Stores the sample as the shop's own goods. */
  readonly keepSample: (notes?: () => readonly RegisterChange[]) => Promise<void>
  /** The goods for a copy of the shop; null while the sample is used. */
  readonly filed: () => {
    /** Writes the goods into a new file. */
    readonly write: (path: string) => Promise<void>
    readonly count: number
    readonly pictures: readonly string[]
  } | null
  /** Replaces the sample with the goods of a file. Throws FILE_DAMAGED if a line cannot be read. */
  readonly takeFile: (path: string) => Promise<void>
  /** Returns the names of the goods' pictures. Throws FILE_DAMAGED as `takeFile` would. */
  readonly checkFile: (path: string) => Promise<readonly string[]>
}

type ReceivedGoods = {
  readonly rows: ReadonlyMap<string, string | null>
  readonly notes: readonly RegisterChange[]
}

export type ShopGoodsParts = {
  /** The data folder, in which the pictures are stored. */
  readonly folder: string
  readonly register: Register
  readonly damage: Pick<DamageNotice, 'own' | 'unreadable'>
  readonly sample: LiveCatalogue
  readonly now: () => number
  readonly log: Log
}

export async function openShopGoods(parts: ShopGoodsParts): Promise<ShopGoods> {
  const { folder, register, damage, sample, now, log } = parts
  const pictures = keptPictures(folder)
  const { goods: loaded, unreadable } = await loadGoods(register)
  if (unreadable.length > 0) log.error(`goods: ${unreadable.length} rows of the register cannot be read`)
  damage.unreadable(unreadable.length)
  let own = loaded.size > 0 || damage.own()
  let version = 1
  const catalogue = makeLiveCatalogue(own ? loaded.values() : sample.entries())

  const { runExclusive } = createMutex()
  const changes = createSignal()
  const notify = (): void => {
    version++
    changes.emit()
  }
  const ownCatalogue = (): LiveCatalogue | null => (own ? catalogue : null)

  const change: ShopGoods['change'] = (code, make, notes = () => []) =>
    runExclusive(async () => {
      const had = code === null ? null : (ownCatalogue()?.entry(code) ?? null)
      const one = withPriceTime(had, make(had), now())
      const was = had !== null && had.product.code !== one.product.code ? had.product.code : undefined
      await writing(() =>
        register.write(
          'product',
          [
            ...(was === undefined || asEan13(was) === keyOf(one) ? [] : [{ key: asEan13(was), body: null }]),
            productRow(one),
          ],
          notes(),
        ),
      )
      if (own) catalogue.put(one, was)
      else await adopt([one])
      notify()
      return one
    })

  const changeSeveral: ShopGoods['changeSeveral'] = (make, notes) =>
    runExclusive(async () => {
      const goods = make().map((one) => withPriceTime(catalogue.entry(one.product.code), one, now()))
      await writing(() => register.write('product', goods.map(productRow), notes()))
      for (const one of goods) catalogue.put(one)
      notify()
    })

  const adopt = async (goods: Iterable<CatalogueItem>): Promise<void> => {
    const prepared = await chunked(preparing(goods))
    catalogue.adopt(prepared)
    own = true
  }

  const receive: ShopGoods['receive'] = (make) =>
    runExclusive(async () => {
      const { rows, notes } = make()
      const changed = [...rows].map(([key, body]) => ({
        key,
        body,
        read: body === null ? null : readBody(body),
      }))
      if (rows.size + notes.length === 0) return
      await writing(() => register.write('product', changed, notes))
      if (rows.size === 0) return
      const goods = changed.flatMap(({ read }) => read ?? [])
      if (own) {
        for (const { key, body } of changed) if (body === null) catalogue.remove(key)
        for (const one of goods) catalogue.put(one)
      } else await adopt(goods)
      notify()
    })

  const rewrite: ShopGoods['rewrite'] = (make, watch, notes = async () => []) =>
    runExclusive(async () => {
      const had: ReadonlyMap<string, CatalogueItem> = own ? catalogue.byKey() : new Map()
      const rewritten = await chunked(make(had), watch.stopped)
      const made = rewritten && (await chunked(withPriceTimes(had, rewritten, now()), watch.stopped))
      const prepared = made && (await chunked(preparing(made.values()), watch.stopped))
      if (made === null || prepared === null) return false
      const rows = {
        length: unreadable.length + made.size,
        *[Symbol.iterator]() {
          yield* unreadable
          for (const one of made.values()) yield productRow(one)
        },
      }
      const noted = await notes()
      if (!(await writing(() => register.replaceAll('product', rows, watch, noted)))) return false
      catalogue.adopt(prepared)
      own = true
      notify()
      return true
    })

  return {
    catalogue,
    pictures,
    filed: () =>
      own
        ? {
            write: (path) => writeGoodsFile(path, [...catalogue.entries()]),
            count: catalogue.size(),
            pictures: picturesOf(catalogue.entries()),
          }
        : null,
    checkFile: async (path) => picturesOf((await goodsElsewhere(path)).values()),
    takeFile: async (path) => {
      const goods = await goodsElsewhere(path)
      await rewrite(
        // biome-ignore lint/correctness/useYield: the goods are read already, so nothing is left to slice.
        function* () {
          return goods
        },
        { progress: () => {}, stopped: () => false },
      )
    },
    status: () => ({ own, count: own ? catalogue.size() : 0, version }),
    ringUp: (scanned, codes, chosen) => readScan(catalogue, scanned, { codes, chosen }),
    change,
    changeSeveral,
    receive,
    rewrite,
    takePictures: async (given) => {
      const kept = new Set<string>()
      for (const [name, picture] of given) if (await pictures.keepAs(name, picture)) kept.add(name)
      if (kept.size > 0) notify() // the page shows them
      return kept
    },
    own: ownCatalogue,
    isSample: (product) => {
      const known = sample.find(product.code)
      return known !== null && isDeepStrictEqual({ ...known, price: product.price }, product)
    },
    keepSample: (notes = () => []) =>
      runExclusive(async () => {
        if (own) return
        await writing(() => register.write('product', [...sample.entries()].map(productRow), notes()))
        own = true
        notify()
      }),
    onChange: changes.listen,
  }
}

/** Throws NOT_SAVED if the write fails. */
async function writing<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new CommandRefused('NOT_SAVED', error instanceof Error ? error.message : null)
  }
}

const picturesOf = (goods: Iterable<CatalogueItem>): string[] =>
  [...goods].flatMap(({ picture }) => (picture === null ? [] : [picture]))

async function goodsElsewhere(path: string): Promise<Map<string, CatalogueItem>> {
  const read = await readGoodsFile(path)
  if (read === null || read.lost > 0) throw new CommandRefused('FILE_DAMAGED', 'goods')
  return read.goods
}

function* withPriceTimes(
  had: ReadonlyMap<string, CatalogueItem>,
  goods: ReadonlyMap<string, CatalogueItem>,
  now: number,
): Chunked<Map<string, CatalogueItem>> {
  const timed = new Map<string, CatalogueItem>()
  for (const [key, one] of goods) {
    timed.set(key, withPriceTime(had.get(key) ?? null, one, now))
    if (timed.size % 256 === 0) yield
  }
  return timed
}

/** Unreadable rows stay in the register, also after an import: what they mean is not known. */
async function loadGoods(register: Register) {
  const goods = new Map<string, CatalogueItem>()
  const unreadable: (RegisterChange & { body: string })[] = []
  for (const rows of register.portions('product')) {
    for (const { key, body } of rows) {
      const read = readBody(body)
      if (read === null) unreadable.push({ key, body })
      else goods.set(keyOf(read), read)
    }
    await nextTurn()
  }
  return { goods, unreadable }
}
