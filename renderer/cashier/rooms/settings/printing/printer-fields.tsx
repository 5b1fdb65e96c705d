import { useCallback } from 'react'
import type { PrinterName } from '../../../../../shared/shop/printing.ts'
import { Choice, FieldGroup, SelectEntry, TextEntry } from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { useView } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useAsked } from '../../../page/use-asked.ts'
import { type PrinterPlace, printerIn, textsUnder } from '../draft.ts'
import { type Fields, Marked, wrongWords } from '../draft-fields.tsx'
import settings from '../settings.module.css'
import { FindPrinters } from './find-printers.tsx'
import { BAUDS, type PrinterDraft } from './printer-draft.ts'
import { PrinterTrial } from './printer-trial.tsx'

const NAMES: Readonly<Record<PrinterPlace, PrinterName>> = { printer: 'main', sparePrinter: 'spare' }

/** Prefixes of test ids. `printer` is older than the spare printer. */
const TEST_IDS: Readonly<Record<PrinterPlace, string>> = { printer: 'printer', sparePrinter: 'spare' }

type PrinterFieldsProps = Fields & { readonly at: PrinterPlace; readonly changed: boolean }

export function PrinterFields({ at, changed, ...fields }: PrinterFieldsProps) {
  const say = useText()
  const one = oneOf(fields, at)
  return (
    <FieldGroup title={say(`settings.${at}`)} testId={`${TEST_IDS[at]}-fields`}>
      <Marked {...fields} whole path={`${at}.kind`}>
        <Kind {...one} />
      </Marked>
      <Details {...one} />
      <FindPrinters testId={`${TEST_IDS[at]}-find`} kind={one.printer.kind} onChosen={one.change} />
      <PrinterTrial printer={NAMES[at]} changed={changed} />
    </FieldGroup>
  )
}

/** The part of the draft for one printer. */
type One = {
  readonly at: PrinterPlace
  readonly printer: PrinterDraft
  readonly change: (part: Partial<PrinterDraft>) => void
  readonly fields: Fields
}

const oneOf = (fields: Fields, at: PrinterPlace): One => ({
  at,
  printer: printerIn(fields.shown, at),
  change: (part) => fields.type(textsUnder(at, part)),
  fields,
})

function Kind({ at, printer, change }: One) {
  const say = useText()
  const isTestMode = useView((view) => view.mode === 'test')
  const option = (kind: PrinterDraft['kind']) => ({
    value: kind,
    label: say(`settings.printer.${kind}`),
  })
  return (
    <Choice<PrinterDraft['kind']>
      label={say(`settings.${at}.kind`)}
      value={printer.kind}
      onChange={(kind) => change({ kind })}
      options={[
        option('network'),
        option('device'),
        option('raw-queue'),
        option('system'),
        ...(isTestMode || printer.kind === 'folder' ? [option('folder')] : []),
        option('none'),
      ]}
    />
  )
}

function Details(one: One) {
  const say = useText()
  switch (one.printer.kind) {
    case 'network':
      return (
        <>
          <Entry {...one} field="host" />
          <Entry {...one} field="port" inputMode="numeric" />
          <Profile {...one} />
        </>
      )
    case 'device':
      return (
        <>
          <Entry {...one} field="path" />
          <Baud {...one} />
          <Profile {...one} />
        </>
      )
    case 'raw-queue':
      return (
        <>
          <Entry {...one} field="queue" whole />
          <Profile {...one} />
          <p className={settings.words}>{say('settings.printer.raw-queue.words')}</p>
        </>
      )
    case 'system':
      return (
        <>
          <Entry {...one} field="queue" whole />
          <p className={settings.words}>{say('settings.printer.system.words')}</p>
        </>
      )
    default:
      return <Words {...one} />
  }
}

function Words({ at, printer }: One) {
  const say = useText()
  const folder = useView((view) => view.printFolder)
  if (printer.kind === 'none') return <p className={settings.words}>{say(`settings.${at}.none.words`)}</p>
  return (
    <p className={settings.words}>
      {folder === null
        ? say('settings.printer.folder.practice')
        : say('settings.printer.folder.where', { folder })}
    </p>
  )
}

type EntryProps = One & {
  readonly field: 'host' | 'port' | 'path' | 'queue'
  readonly inputMode?: 'text' | 'numeric'
  readonly whole?: boolean
}

function Entry({ at, printer, change, fields, field, inputMode = 'text', whole = false }: EntryProps) {
  const say = useText()
  const hint = say(`settings.printer.${field}.hint`)
  return (
    <Marked {...fields} whole={whole} path={`${at}.${field}`}>
      <TextEntry
        label={say(`settings.printer.${field}`)}
        value={printer[field]}
        onChange={(text) => change({ [field]: text })}
        hint={hint}
        error={wrongWords(say, fields.wrong, `${at}.${field}`, hint)}
        inputMode={inputMode}
      />
    </Marked>
  )
}

function Baud({ at, printer, change, fields }: One) {
  const say = useText()
  return (
    <Marked {...fields} path={`${at}.baud`}>
      <SelectEntry
        label={say('settings.printer.baud')}
        value={printer.baud}
        onChange={(chosen) => change({ baud: chosen as PrinterDraft['baud'] })}
        options={BAUDS.map((baud) => ({ value: baud, label: baud }))}
        hint={say('settings.printer.baud.hint')}
      />
    </Marked>
  )
}

function Profile({ at, printer, change, fields }: One) {
  const say = useText()
  const { value: profiles } = useAsked(useCallback(() => call('listProfiles'), []))
  const known = (profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const hint = say('settings.printer.profile.hint')
  return (
    <Marked {...fields} path={`${at}.profile`}>
      <SelectEntry
        label={say('settings.printer.profile')}
        value={printer.profile}
        onChange={(profile) => change({ profile })}
        // A configured profile that is no longer known stays in the list.
        options={
          known.some(({ value }) => value === printer.profile)
            ? known
            : [{ value: printer.profile, label: printer.profile }, ...known]
        }
        hint={hint}
        error={wrongWords(say, fields.wrong, `${at}.profile`, hint)}
      />
    </Marked>
  )
}
