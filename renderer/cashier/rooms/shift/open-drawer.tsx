import { useState } from 'react'
import { Note, PressButton } from '../../../kit/index.ts'
import { call, say, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'

/** Printers without a line to a drawer. */
const WITHOUT: ReadonlySet<string> = new Set(['none', 'system'])

/** Opens the drawer without a sale. It needs a manager or an approval, and is in the audit trail. */
export function OpenDrawer() {
  const opening = useCommand()
  const [asked, setAsked] = useState(false)
  const failure = useView((view) => view.printing.drawer)
  const printer = useView((view) => view.settings.printer.kind)
  if (WITHOUT.has(printer)) return null
  const open = async () => {
    setAsked(false)
    const reply = await opening.run(() => call('openDrawer', { printer: 'main' }, crypto.randomUUID()))
    if (reply?.ok) setAsked(true)
  }
  return (
    <>
      <PressButton tone="subtle" onPress={() => void open()} pending={opening.pending} testId="shift-drawer">
        {say('printers.drawer')}
      </PressButton>
      <FailureNote failure={opening.failure ?? (asked ? failure : null)} />
      {asked && failure === null && opening.failure === null ? (
        <Note tone="plain" testId="shift-drawer-asked">
          {say('printers.drawer.asked')}
        </Note>
      ) : null}
    </>
  )
}
