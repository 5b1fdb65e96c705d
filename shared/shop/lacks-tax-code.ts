import type { Product } from './product.ts'

type Coded = Pick<Product, 'taxKind' | 'taxProductCode' | 'classificationCode'>

/** Whether the product lacks the tax product code that an e-receipt for exempt or zero-rated goods requires. */
export const lacksNeededCode = ({ taxKind, taxProductCode }: Coded): boolean =>
  taxKind !== 'vat' && taxProductCode === ''

/** Whether the product is in the list "code missing". It can be sold anyway. */
export const lacksTaxCode = (product: Coded): boolean =>
  lacksNeededCode(product) || product.classificationCode === ''
