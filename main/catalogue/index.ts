/** Goods: what the shop sells, found by code and by name. */
export { asEan13, isEan8, isEan13, isUpcA, tidyCode } from './barcode.ts'
export { type Catalogue, makeCatalogue, type SearchRequest } from './catalogue.ts'
export { CatalogueDamaged, type RowProblem } from './damaged.ts'
export { loadCatalogue } from './load.ts'
