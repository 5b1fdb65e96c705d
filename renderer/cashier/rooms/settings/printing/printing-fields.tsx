import { FieldGroup, PressButton } from '../../../../kit/index.ts'
import { say, showRoom } from '../../../page/index.ts'
import { type Fields, FieldsOf } from '../draft-fields.tsx'
import { Place } from '../section-index.tsx'
import styles from '../settings.module.css'
import { Logo } from './logo.tsx'
import { PrinterFields } from './printer-fields.tsx'

type PrintingFieldsProps = Fields & {
  /** Whether the draft differs from the saved settings. */
  readonly changed: boolean
}

/** The main printer, the spare printer, and the settings for both. */
export function PrintingFields({ changed, ...fields }: PrintingFieldsProps) {
  return (
    <>
      <Place id="printers">
        <PrinterFields {...fields} changed={changed} at="printer" />
        <PrinterFields {...fields} changed={changed} at="sparePrinter" />
      </Place>
      <Place id="receipt">
        <PaperFields {...fields} />
        <FieldGroup title={say('settings.receiptTexts')}>
          <FieldsOf {...fields} group="receiptTexts" />
        </FieldGroup>
      </Place>
    </>
  )
}

function PaperFields(fields: Fields) {
  return (
    <FieldGroup title={say('settings.paper')}>
      <FieldsOf {...fields} group="paper" />
      <div className={styles.whole}>
        <Logo />
      </div>
      <div className={styles.whole}>
        <PressButton onPress={() => showRoom('prints')}>{say('word.printQueue')}</PressButton>
      </div>
    </FieldGroup>
  )
}
