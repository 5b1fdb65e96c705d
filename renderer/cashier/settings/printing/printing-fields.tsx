import { Choice, PressButton } from '../../../kit/index.ts'
import { showRoom } from '../../store.ts'
import { useText } from '../../text.ts'
import type { Draft } from '../draft.ts'
import { ReceiptTextFields } from '../receipt-text-fields.tsx'
import { Place } from '../section-index.tsx'
import styles from '../settings.module.css'
import type { Fields } from '../shop-form.tsx'
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

function PaperFields({ draft, change }: Fields) {
  const say = useText()
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.paper')}</legend>
      <Choice<Draft['paperWidth']>
        label={say('settings.paperWidth')}
        value={draft.paperWidth}
        onChange={(chosen) => change({ paperWidth: chosen })}
        options={[
          { value: '58', label: say('settings.millimetres', { count: 58 }), testId: 'paper-58' },
          { value: '80', label: say('settings.millimetres', { count: 80 }), testId: 'paper-80' },
        ]}
      />
      <div className={styles.choice}>
        <Choice<Draft['drawer.opens']>
          label={say('settings.drawer.opens')}
          value={draft['drawer.opens']}
          onChange={(chosen) => change({ 'drawer.opens': chosen })}
          options={[
            { value: 'cash', label: say('settings.drawer.cash'), testId: 'drawer-cash' },
            { value: 'never', label: say('settings.drawer.never'), testId: 'drawer-never' },
          ]}
        />
        <span className={styles.hint}>{say('settings.drawer.hint')}</span>
      </div>
      <div className={styles.whole}>
        <Logo />
      </div>
      <div className={styles.whole}>
        <PressButton onPress={() => showRoom('prints')} testId="settings-open-prints">
          {say('prints.open')}
        </PressButton>
      </div>
    </fieldset>
  )
}
