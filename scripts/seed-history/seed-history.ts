import { loadCatalogue } from '../../main/catalogue/index.ts'
import type { Product } from '../../shared/product.ts'
import { inProject } from '../setup/project.mjs'
import { type FillProgress, fillFast } from './fill-journal.ts'
import { yearOf } from './shop-year.ts'

export type SeedRequest = {
  /** The journal's file, which is not there yet. */
  readonly file: string
  readonly sales: number
  readonly days: number
  readonly seed: number
  readonly until: number
  readonly progress?: FillProgress
}

export async function seedHistory({ file, progress = () => {}, ...year }: SeedRequest): Promise<void> {
  fillFast(file, yearOf({ ...year, products: await sampleProducts() }), progress)
}

export async function sampleProducts(): Promise<readonly [Product, ...Product[]]> {
  const catalogue = await loadCatalogue(inProject('resources/catalogue/sample.json'))
  const [first, ...others] = [...catalogue.entries()].map(({ product }) => product)
  if (first === undefined) throw new Error('the sample catalogue is empty')
  return [first, ...others]
}
