import type { Product } from './product.ts'

type Coded = Pick<Product, 'taxKind' | 'taxProductCode' | 'classificationCode'>

/** Whether an e-receipt cannot be issued for want of a code: the law has one for each exempt or zero-rated product. */
export const lacksNeededCode = ({ taxKind, taxProductCode }: Coded): boolean =>
  taxKind !== 'vat' && taxProductCode === ''

/** Whether a product is in the owner's list of goods without codes. It is sold all the same. */
export const lacksTaxCode = (product: Coded): boolean =>
  lacksNeededCode(product) || product.classificationCode === ''
