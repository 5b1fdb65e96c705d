import { PressButton, Section } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { showRoom, useView } from '../store.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'

/** Opens the first-run guide again, for a shop that moves or a till that changes owners. */
export function GuideAgain() {
  const say = useText()
  const guide = useView((view) => view.settings.guide)
  const opening = useCommand()
  const open = async () => {
    const step = guide.step === 'ready' ? 'welcome' : guide.step
    const reply = await opening.run(() => call('saveSettings', { guide: { ...guide, step, open: true } }))
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
