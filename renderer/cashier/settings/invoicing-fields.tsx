import { TAX_KINDS } from '../../../shared/tax.ts'
import { FieldGroup, Note, optionsOf } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { DraftChoice, DraftEntry, type Fields, yesOrNo } from './draft-fields.tsx'
import styles from './settings.module.css'

export function InvoicingFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.invoicing')}>
      <DraftChoice
        {...fields}
        field="invoicing.ereceipts"
        options={yesOrNo(say, 'ereceipts')}
        hint={say('settings.invoicing.ereceipts.hint')}
      />
      <DraftChoice
        {...fields}
        field="invoicing.plainShape"
        options={optionsOf(['simple', 'full'], (value) => say(`settings.shape.${value}`))}
        hint={say('settings.invoicing.plainShape.hint')}
        disabled={fields.draft['invoicing.ereceipts'] === 'yes'}
      />
      <div className={styles.whole}>
        <DraftEntry {...fields} field="invoicing.callbackUrl" inputMode="url" />
      </div>
    </FieldGroup>
  )
}

/** Whether VAT is counted, the rate of the city tax, and what the service calls each kind of goods. */
export function TaxFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.tax')}>
      <DraftChoice
        {...fields}
        field="tax.vatPayer"
        options={yesOrNo(say, 'vat-payer')}
        hint={say(`settings.tax.vatPayer.${fields.draft['tax.vatPayer']}`)}
      />
      <DraftChoice
        {...fields}
        field="cityTaxPercent"
        options={optionsOf(['1', '2'], (value) => say('settings.percent', { count: Number(value) }))}
        hint={say('settings.cityTaxPercent.hint')}
      />
      <p className={styles.words}>{say('settings.tax.codes')}</p>
      <div className={styles.three}>
        {TAX_KINDS.map((kind) => (
          <DraftEntry key={kind} {...fields} field={`tax.codes.${kind}`} />
        ))}
      </div>
    </FieldGroup>
  )
}

/** The receiver of payment callbacks. An installer sets it up; it is off in most shops. */
export function CallbackFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.callback')}>
      <DraftChoice
        {...fields}
        field="callback.enabled"
        options={yesOrNo(say, 'callback')}
        hint={say('settings.callback.enabled.hint')}
      />
      {fields.draft['callback.enabled'] === 'yes' ? (
        <>
          <DraftEntry {...fields} field="callback.publicUrl" inputMode="url" />
          <DraftEntry {...fields} field="callback.host" />
          <DraftEntry {...fields} field="callback.port" inputMode="numeric" />
          <div className={styles.whole}>
            <ReceiverState />
          </div>
        </>
      ) : null}
    </FieldGroup>
  )
}

/** Whether the receiver that is set up is listening. */
function ReceiverState() {
  const say = useText()
  const callback = useView((view) => view.callback)
  if (callback.state === 'failed') return <FailureNote failure={callback.failure} tone="warn" />
  return callback.state === 'listening' ? <Note tone="good">{say('settings.callback.listening')}</Note> : null
}
