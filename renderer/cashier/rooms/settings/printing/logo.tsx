import { useCallback } from 'react'
import type { Reply } from '../../../../../shared/page/index.ts'
import { FileButton, PressButton, Toolbar } from '../../../../kit/index.ts'
import { call, say, useAsked, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { PICTURE_TYPES, sendPicture } from '../../../parts/picked-file.ts'
import styles from './printing.module.css'

/** The shop's logo for receipts. A change is saved at once, independent of the form. */
export function Logo() {
  const { value: picture, again } = useAsked(useCallback(() => call('getLogo'), []))
  const setting = useCommand()
  const set = async (work: () => Promise<Reply<undefined>>) => {
    const reply = await setting.run(work)
    if (reply?.ok) again()
  }
  return (
    <div className={styles.logo} data-testid="logo">
      <span className={styles.label}>{say('logo.title')}</span>
      {picture === null ? (
        <small>{say('logo.none')}</small>
      ) : (
        <img className={styles.picture} src={picture} alt={say('logo.preview')} data-testid="logo-picture" />
      )}
      <Toolbar>
        <FileButton
          types={PICTURE_TYPES}
          onFile={(file) => void set(() => sendPicture(file, (sent) => call('setLogo', { picture: sent })))}
          pending={setting.pending}
        >
          {say(picture === null ? 'word.choosePicture' : 'logo.change')}
        </FileButton>
        {picture === null ? null : (
          <PressButton
            tone="subtle"
            onPress={() => void set(() => call('setLogo', { picture: null }))}
            pending={setting.pending}
          >
            {say('logo.remove')}
          </PressButton>
        )}
      </Toolbar>
      <small>{say('logo.hint')}</small>
      <FailureNote failure={setting.failure} testId="logo-failure" />
    </div>
  )
}
