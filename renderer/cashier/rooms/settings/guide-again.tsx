import { PressButton, Section } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { showRoom, useView } from '../../page/store.ts'
import { say } from '../../page/text.ts'
import { useCommand } from '../../page/use-command.ts'
import { FailureNote } from '../../parts/failure-note.tsx'

/** Opens the first-run guide again, for a shop that moves or a till that changes owners. */
export function GuideAgain() {
  const guide = useView((view) => view.settings.guide)
  const opening = useCommand()
  const open = async () => {
    const step = guide.step === 'ready' ? 'welcome' : guide.step
    const reply = await opening.run(() => call('saveSettings', { guide: { step, open: true } }))
    if (reply?.ok) showRoom('till')
  }
  return (
    <Section title={say('guide.title')} words={say('guide.again.words')}>
      <FailureNote failure={opening.failure} />
      <PressButton onPress={() => void open()} pending={opening.pending}>
        {say('guide.again')}
      </PressButton>
    </Section>
  )
}
