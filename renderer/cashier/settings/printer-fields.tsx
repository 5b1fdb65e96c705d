import type { PrinterSettings } from '../../../shared/settings.ts'
import { Choice } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import type { Draft } from './draft.ts'
import styles from './settings.module.css'
import { DraftEntry } from './shop-fields.tsx'
import type { Fields } from './shop-form.tsx'

type Kind = PrinterSettings['kind']

export function PrinterFields(fields: Fields) {
  const say = useText()
  const { draft, change } = fields
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.printing')}</legend>
      <div className={styles.whole}>
        <Choice<Kind>
          label={say('settings.printer.kind')}
          value={draft['printer.kind']}
          onChange={(chosen) => change({ 'printer.kind': chosen })}
          options={[
            { value: 'network', label: say('settings.printer.network'), testId: 'printer-network' },
            { value: 'folder', label: say('settings.printer.folder'), testId: 'printer-folder' },
            { value: 'none', label: say('settings.printer.none'), testId: 'printer-none' },
          ]}
        />
      </div>
      <PrinterDetails {...fields} />
      <Choice<Draft['paperWidth']>
        label={say('settings.paperWidth')}
        value={draft.paperWidth}
        onChange={(chosen) => change({ paperWidth: chosen })}
        options={[
          { value: '58', label: say('settings.millimetres', { count: 58 }), testId: 'paper-58' },
          { value: '80', label: say('settings.millimetres', { count: 80 }), testId: 'paper-80' },
        ]}
      />
    </fieldset>
  )
}

function PrinterDetails(fields: Fields) {
  const say = useText()
  const folder = useView((view) => view.printFolder)
  switch (fields.draft['printer.kind']) {
    case 'network':
      return (
        <>
          <DraftEntry {...fields} field="printer.host" />
          <DraftEntry {...fields} field="printer.port" inputMode="numeric" />
        </>
      )
    case 'folder':
      return (
        <p className={styles.words}>
          {folder === null
            ? say('settings.printer.folder.practice')
            : say('settings.printer.folder.where', { folder })}
        </p>
      )
    case 'none':
      return <p className={styles.words}>{say('settings.printer.none.words')}</p>
  }
}
