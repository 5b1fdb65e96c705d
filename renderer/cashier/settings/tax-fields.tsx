import { TAX_KINDS } from '../../../shared/tax.ts'
import { Choice } from '../../kit/index.ts'
import { useText } from '../text.ts'
import type { Draft } from './draft.ts'
import styles from './settings.module.css'
import { DraftEntry } from './shop-fields.tsx'
import type { Fields } from './shop-form.tsx'

/** Whether VAT is counted, the rate of the city tax, and what the service calls each kind of goods. */
export function TaxFields(fields: Fields) {
  const say = useText()
  const { draft, change } = fields
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.tax')}</legend>
      <div className={styles.choice}>
        <Choice<Draft['tax.vatPayer']>
          label={say('settings.tax.vatPayer')}
          value={draft['tax.vatPayer']}
          onChange={(chosen) => change({ 'tax.vatPayer': chosen })}
          options={[
            { value: 'yes', label: say('settings.yes'), testId: 'vat-payer-yes' },
            { value: 'no', label: say('settings.no'), testId: 'vat-payer-no' },
          ]}
        />
        <span className={styles.hint}>{say(`settings.tax.vatPayer.${draft['tax.vatPayer']}`)}</span>
      </div>
      <div className={styles.choice}>
        <Choice<Draft['cityTaxPercent']>
          label={say('settings.cityTaxPercent')}
          value={draft.cityTaxPercent}
          onChange={(chosen) => change({ cityTaxPercent: chosen })}
          options={[
            { value: '1', label: say('settings.percent', { count: 1 }) },
            { value: '2', label: say('settings.percent', { count: 2 }) },
          ]}
        />
        <span className={styles.hint}>{say('settings.cityTaxPercent.hint')}</span>
      </div>
      <p className={styles.words}>{say('settings.tax.codes')}</p>
      <div className={styles.three}>
        {TAX_KINDS.map((kind) => (
          <DraftEntry key={kind} {...fields} field={`tax.codes.${kind}`} />
        ))}
      </div>
    </fieldset>
  )
}
