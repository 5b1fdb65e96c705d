import { LinesEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import styles from './settings.module.css'
import type { Fields } from './shop-form.tsx'

/** What the shop itself says on a sale's receipt. The test page shows it too. */
export function ReceiptTextFields({ draft, wrong, change }: Fields) {
  const say = useText()
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.receiptTexts')}</legend>
      {(['receiptTexts.header', 'receiptTexts.footer'] as const).map((field) => {
        const hint = say(`settings.${field}.hint`)
        return (
          <LinesEntry
            key={field}
            label={say(`settings.${field}`)}
            value={draft[field]}
            onChange={(text) => change({ [field]: text })}
            hint={hint}
            error={wrong.has(field) ? say('settings.field.wrong', { hint }) : null}
            testId={`setting-${field}`}
          />
        )
      })}
    </fieldset>
  )
}
