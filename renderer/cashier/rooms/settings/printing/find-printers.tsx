import { useState } from 'react'
import { PressButton, Toolbar } from '../../../../kit/index.ts'
import { announce, call, say, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { type FoundPrinter, foundPrinters, type PrinterDraft } from './printer-draft.ts'
import styles from './printing.module.css'

type FindPrintersProps = {
  readonly testId: string
  /** The kind of printer that is chosen in the form. */
  readonly kind: PrinterDraft['kind']
  /** Fills the form's fields; nothing is saved. */
  readonly onChosen: (part: Partial<PrinterDraft>) => void
}

/** Searches the system's queues and ports at once, and the network only on request. */
export function FindPrinters({ testId, kind, onChosen }: FindPrintersProps) {
  const local = useCommand()
  const net = useCommand()
  const [found, setFound] = useState<readonly FoundPrinter[] | null>(null)
  const find = async (network: boolean) => {
    const reply = await (network ? net : local).run(() => call('findPrinters', { network }))
    if (!reply?.ok) return
    const printers = foundPrinters(reply.value, kind)
    setFound(printers)
    announce(say('printers.found', { count: printers.length }))
  }
  const choose = (printer: FoundPrinter) => {
    onChosen(printer.draft)
    setFound(null)
  }
  return (
    <div className={styles.find}>
      <Toolbar>
        <PressButton onPress={() => void find(false)} pending={local.pending}>
          {say(local.pending ? 'printers.finding' : 'printers.find')}
        </PressButton>
        <PressButton onPress={() => void find(true)} pending={net.pending}>
          {say(net.pending ? 'printers.finding.network' : 'printers.find.network')}
        </PressButton>
      </Toolbar>
      <FailureNote failure={local.failure ?? net.failure} />
      {found === null ? null : <Found found={found} onChosen={choose} testId={testId} />}
    </div>
  )
}

type FoundProps = {
  readonly found: readonly FoundPrinter[]
  readonly onChosen: (printer: FoundPrinter) => void
  readonly testId: string
}

function Found({ found, onChosen, testId }: FoundProps) {
  if (found.length === 0)
    return <small data-testid={`${testId}-nothing`}>{say('printers.found.nothing')}</small>
  return (
    <ul className={styles.found} aria-label={say('printers.found', { count: found.length })}>
      {found.map((printer) => (
        <li key={`${printer.kind} ${printer.name} ${printer.words}`}>
          <PressButton tone="subtle" wide onPress={() => onChosen(printer)} testId={`${testId}-one`}>
            <span className={styles.one}>
              <b>{printer.name}</b>
              <small>{`${say(`settings.printer.${printer.kind}`)} · ${printer.words}`}</small>
            </span>
          </PressButton>
        </li>
      ))}
    </ul>
  )
}
