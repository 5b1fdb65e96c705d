import { useCallback, useDeferredValue } from 'react'
import { isTaxKind } from '../../../../shared/money/tax.ts'
import type { TypedGoods } from '../../../../shared/shop/goods.ts'
import type { TaxCode, TaxCodeField } from '../../../../shared/shop/tax-codes.ts'
import { Note, PressButton, TextEntry } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { useText } from '../../page/text.ts'
import { useAskedOnce } from '../../page/use-asked.ts'
import styles from './form.module.css'

type TaxCodeEntryProps = {
  readonly field: TaxCodeField
  readonly typed: TypedGoods
  readonly error: string | null
  readonly disabled: boolean
  readonly onChange: (code: string) => void
}

/** A tax code: typed, or found by its name. Codes that the product's name and category propose are taken by a press. */
export function TaxCodeEntry({ field, typed, error, disabled, onChange }: TaxCodeEntryProps) {
  const say = useText()
  const { name, category } = useDeferredValue(typed)
  const taxKind = isTaxKind(typed.taxKind) ? typed.taxKind : 'vat'
  const text = typed[field]
  const { value } = useAskedOnce(
    useCallback(
      () => call('findTaxCodes', { field, text, name, category, taxKind }),
      [field, text, name, category, taxKind],
    ),
  )
  const named = value?.named ?? null
  return (
    <div className={styles.taxCode}>
      <TextEntry
        label={say(`goods.field.${field}`)}
        value={text}
        onChange={onChange}
        error={error}
        disabled={disabled}
        hint={named === null ? say(`goods.field.${field}.hint`) : named.name}
        testId={`goods-${field}`}
      />
      <Note tone="warn" testId="goods-tax-contradiction">
        {contradicts(field, text, named, taxKind) && say('goods.taxCode.contradicts')}
      </Note>
      {disabled
        ? null
        : value?.found.map((found) => (
            <PressButton key={found.code} size="small" tone="subtle" onPress={() => onChange(found.code)}>
              {`${found.code} ${found.name}`}
            </PressButton>
          ))}
    </div>
  )
}

/** Whether the tax product code does not fit the kind of VAT. Goods with VAT have no such code. */
const contradicts = (field: TaxCodeField, text: string, named: TaxCode | null, taxKind: string): boolean =>
  field === 'taxProductCode' &&
  text !== '' &&
  (taxKind === 'vat' || (named !== null && named.kind !== taxKind))
