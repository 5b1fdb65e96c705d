import { Choice, TextEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import type { Draft, DraftField } from './draft.ts'
import styles from './settings.module.css'
import type { Fields } from './shop-form.tsx'

type TextFieldName = Exclude<
  DraftField,
  | 'invoicing.ereceipts'
  | 'invoicing.plainShape'
  | 'tax.vatPayer'
  | 'cityTaxPercent'
  | 'paperWidth'
  | 'printer'
  | 'sparePrinter'
  | 'drawer.opens'
  | 'sounds'
  | 'callback.enabled'
  | 'tenders'
  | 'pollMs'
>

type DraftEntryProps = Fields & {
  readonly field: TextFieldName
  readonly inputMode?: 'text' | 'numeric' | 'url'
}

/** A text of the settings, with what it should look like beneath it, in red once it was refused. */
export function DraftEntry({ field, draft, wrong, change, inputMode = 'text' }: DraftEntryProps) {
  const say = useText()
  const hint = say(`settings.${field}.hint`)
  return (
    <TextEntry
      label={say(`settings.${field}`)}
      value={draft[field]}
      onChange={(text) => change({ [field]: text } as Partial<Draft>)}
      hint={hint}
      error={wrong.has(field) ? say('settings.field.wrong', { hint }) : null}
      inputMode={inputMode}
      testId={`setting-${field}`}
    />
  )
}

export function ShopFields(fields: Fields) {
  const say = useText()
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.shop')}</legend>
      <DraftEntry {...fields} field="shop.name" />
      <DraftEntry {...fields} field="shop.branch" />
      <DraftEntry {...fields} field="shop.taxpayerNumber" inputMode="numeric" />
      <DraftEntry {...fields} field="shop.register" />
      <DraftEntry {...fields} field="shop.districtCode" inputMode="numeric" />
      <DraftEntry {...fields} field="terminalCode" />
    </fieldset>
  )
}

export function InvoicingFields(fields: Fields) {
  const say = useText()
  const { draft, change } = fields
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.invoicing')}</legend>
      <div className={styles.choice}>
        <Choice<Draft['invoicing.ereceipts']>
          label={say('settings.invoicing.ereceipts')}
          value={draft['invoicing.ereceipts']}
          onChange={(chosen) => change({ 'invoicing.ereceipts': chosen })}
          options={[
            { value: 'yes', label: say('settings.yes'), testId: 'ereceipts-yes' },
            { value: 'no', label: say('settings.no'), testId: 'ereceipts-no' },
          ]}
        />
        <span className={styles.hint}>{say('settings.invoicing.ereceipts.hint')}</span>
      </div>
      <div className={styles.choice}>
        <Choice<Draft['invoicing.plainShape']>
          label={say('settings.invoicing.plainShape')}
          value={draft['invoicing.plainShape']}
          onChange={(chosen) => change({ 'invoicing.plainShape': chosen })}
          disabled={draft['invoicing.ereceipts'] === 'yes'}
          options={[
            { value: 'simple', label: say('settings.shape.simple') },
            { value: 'full', label: say('settings.shape.full') },
          ]}
        />
        <span className={styles.hint}>{say('settings.invoicing.plainShape.hint')}</span>
      </div>
      <div className={styles.whole}>
        <DraftEntry {...fields} field="invoicing.callbackUrl" inputMode="url" />
      </div>
    </fieldset>
  )
}
