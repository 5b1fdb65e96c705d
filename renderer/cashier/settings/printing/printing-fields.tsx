import { FieldGroup, LinesEntry, optionsOf, PressButton } from '../../../kit/index.ts'
import { showRoom } from '../../store.ts'
import { useText } from '../../text.ts'
import { DraftChoice, type Fields } from '../draft-fields.tsx'
import { wrongWords } from '../field-errors.ts'
import { Place } from '../section-index.tsx'
import styles from '../settings.module.css'
import { Logo } from './logo.tsx'
import { PrinterFields } from './printer-fields.tsx'

type PrintingFieldsProps = Fields & {
  /** Whether anything differs from the settings that are in use. */
  readonly changed: boolean
}

/** The printer, the one that takes over, and what both print on. */
export function PrintingFields({ changed, ...fields }: PrintingFieldsProps) {
  return (
    <>
      <Place id="printers">
        <PrinterFields {...fields} changed={changed} at="printer" />
        <PrinterFields {...fields} changed={changed} at="sparePrinter" />
      </Place>
      <Place id="receipt">
        <PaperFields {...fields} />
        <ReceiptTextFields {...fields} />
      </Place>
    </>
  )
}

function PaperFields(fields: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.paper')}>
      <DraftChoice
        {...fields}
        field="paperWidth"
        options={optionsOf(
          ['58', '80'],
          (value) => say('settings.millimetres', { count: Number(value) }),
          'paper',
        )}
      />
      <DraftChoice
        {...fields}
        field="drawer.opens"
        options={optionsOf(['cash', 'never'], (value) => say(`settings.drawer.${value}`), 'drawer')}
        hint={say('settings.drawer.hint')}
      />
      <div className={styles.whole}>
        <Logo />
      </div>
      <div className={styles.whole}>
        <PressButton onPress={() => showRoom('prints')} testId="settings-open-prints">
          {say('prints.open')}
        </PressButton>
      </div>
    </FieldGroup>
  )
}

/** The shop's own words on a sale's receipt. The test page shows them too. */
function ReceiptTextFields({ draft, wrong, change }: Fields) {
  const say = useText()
  return (
    <FieldGroup title={say('settings.receiptTexts')}>
      {(['receiptTexts.header', 'receiptTexts.footer'] as const).map((field) => {
        const hint = say(`settings.${field}.hint`)
        return (
          <LinesEntry
            key={field}
            label={say(`settings.${field}`)}
            value={draft[field]}
            onChange={(text) => change({ [field]: text })}
            hint={hint}
            error={wrongWords(say, wrong, field, hint)}
            testId={`setting-${field}`}
          />
        )
      })}
    </FieldGroup>
  )
}
