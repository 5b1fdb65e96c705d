import { Panel, PressButton, RoundIcon } from '../../../kit/index.ts'
import { showRoom } from '../../page/store.ts'
import { say } from '../../page/text.ts'
import { LanguageChoice, LookForFile, TakeSetUp, useFoundFile } from '../settings/index.ts'
import styles from './first-run.module.css'
import type { GuideHand } from './use-guide.ts'

/** Chooses the language, and whether to set up the till or take over settings. */
export function Welcome({ guide }: { readonly guide: GuideHand }) {
  const found = useFoundFile()
  /** A file without secrets is taken over in the settings; the guide can be continued from the header. */
  const fromFile = async () => {
    guide.keep({ open: false })
    showRoom('settings')
  }
  return (
    <>
      <LanguageChoice />
      {found.file === null ? null : (
        // In a box of its own, because the forms of the guide's steps have a layout of their own.
        <div>
          <TakeSetUp key={found.file.path} file={found.file} />
        </div>
      )}
      <div className={styles.cards}>
        <Panel label={say('guide.try')}>
          <RoundIcon name="cart" size={28} around={56} tone="chosen" />
          <h2>{say('guide.try')}</h2>
          <p>{say('guide.try.words')}</p>
          <PressButton tone="main" size="large" wide onPress={() => guide.keep({ open: false })}>
            {say('guide.try.go')}
          </PressButton>
        </Panel>
        <Panel label={say('guide.setUp')}>
          <RoundIcon name="settings" size={28} around={56} tone="chosen" />
          <h2>{say('guide.setUp')}</h2>
          <p>{say('guide.setUp.words')}</p>
          <PressButton size="large" wide onPress={() => guide.keep({ step: 'merchant' })}>
            {say('guide.setUp.go')}
          </PressButton>
        </Panel>
      </div>
      {found.file === null ? <LookForFile look={found.look} /> : null}
      <PressButton tone="subtle" wide onPress={() => void fromFile()}>
        {say('guide.fromFile')}
      </PressButton>
    </>
  )
}
