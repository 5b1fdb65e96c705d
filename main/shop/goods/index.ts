/** Goods: found by code and by name, stored, imported and exported. */
export { asEan13, isEan8, isEan13, isUpcA, tidyCode } from './barcode.ts'
export { type LiveCatalogue, makeCatalogue } from './catalogue.ts'
export {
  CatalogueDamaged,
  type CatalogueItem,
  catalogueItem,
} from './catalogue-item.ts'
export { exportGoods } from './export-goods.ts'
export { tidyBody } from './goods-file.ts'
export { createImporter, type Imported, type Importer } from './importing/importer.ts'
export { loadCatalogue } from './load.ts'
export { sortedByName } from './name-order.ts'
export { usualGoods } from './new-goods.ts'
export { readTyped, readTypedCodes } from './read-typed.ts'
export { openShopGoods, type ShopGoods } from './shop-goods.ts'
export { createTaxCodes, type TaxCodes } from './tax-codes.ts'
