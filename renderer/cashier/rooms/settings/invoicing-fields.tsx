import { useCallback } from 'react'
import { TAX_KINDS } from '../../../../shared/money/tax.ts'
import { FieldGroup, Note } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { isInShop, useView } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { useAsked } from '../../page/use-asked.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { type Fields, FieldsOf } from './draft-fields.tsx'
import styles from './settings.module.css'

export function InvoicingFields(fields: Fields) {
  const say = useText()
  const issues = fields.shown['invoicing.ereceipts'] === 'yes'
  return (
    <FieldGroup title={say('settings.invoicing')}>
      <FieldsOf
        {...fields}
        group="invoicing"
        disabled={(path) => issues && path === 'invoicing.plainShape'}
      />
    </FieldGroup>
  )
}

const isCode = (path: string): boolean => path.startsWith('tax.codes.')

/** With one code for two kinds, their goods are charged as one kind, and their e-receipts say so. */
function areEqual(shown: Fields['shown']): boolean {
  const codes = TAX_KINDS.map((kind) => shown[`tax.codes.${kind}`]?.trim() ?? '')
  return new Set(codes).size < codes.length
}

/** Whether VAT is counted, the city tax, and the service's code of each tax kind. */
export function TaxFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.tax')}>
      <FieldsOf {...fields} group="tax" without={isCode} />
      <p className={styles.words}>{say('settings.tax.codes')}</p>
      <div className={styles.three}>
        <FieldsOf {...fields} group="tax" without={(path) => !isCode(path)} />
      </div>
      <Note tone="warn" testId="tax-codes-equal">
        {areEqual(fields.shown) && say('settings.tax.codes.equal')}
      </Note>
    </FieldGroup>
  )
}

/** The receiver of payment callbacks. An installer sets it up; it is off in most shops. */
export function CallbackFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.callback')}>
      <FieldsOf {...fields} group="callback" />
      {fields.shown['callback.enabled'] === 'yes' ? (
        <div className={styles.whole}>
          <ReceiverState />
        </div>
      ) : null}
    </FieldGroup>
  )
}

/** The state of the configured callback receiver. */
function ReceiverState() {
  const say = useText()
  const callback = useView((view) => view.callback)
  const isOfShop = useView(isInShop)
  if (callback.state === 'failed') return <FailureNote failure={callback.failure} tone="warn" />
  if (callback.state !== 'listening') return null
  return (
    <Note tone="good">
      {say('settings.callback.listening')}
      {isOfShop ? <AddressForShop /> : null}
    </Note>
  )
}

/** The callback address to enter in the settings of the shop's other tills. */
function AddressForShop() {
  const say = useText()
  const { value: address } = useAsked(useCallback(() => call('getCallbackAddress'), []))
  return address ? <p>{say('settings.callback.forShop', { address })}</p> : null
}
