import { useCallback } from 'react'
import { FileTrigger } from 'react-aria-components'
import { failure } from '../../../../shared/failure.ts'
import type { Reply } from '../../../../shared/ipc/index.ts'
import { PressButton } from '../../../kit/index.ts'
import { call } from '../../call.ts'
import { FailureNote } from '../../failure-note.tsx'
import { useText } from '../../text.ts'
import { useAsked } from '../../use-asked.ts'
import { useCommand } from '../../use-command.ts'
import styles from './printing.module.css'

const MOST_BYTES = 2 * 1024 * 1024

/** The shop's logo as it comes out on paper: chosen, looked at, taken off. Kept at once, apart from the form. */
export function Logo() {
  const say = useText()
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
        <p className={styles.words}>{say('logo.none')}</p>
      ) : (
        <img className={styles.picture} src={picture} alt={say('logo.preview')} data-testid="logo-picture" />
      )}
      <div className={styles.tools}>
        <FileTrigger
          acceptedFileTypes={['image/png', 'image/jpeg']}
          onSelect={(files) => {
            const file = files?.[0]
            if (file) void set(() => chosen(file))
          }}
        >
          <PressButton pending={setting.pending} testId="logo-choose">
            {say(picture === null ? 'logo.choose' : 'logo.change')}
          </PressButton>
        </FileTrigger>
        {picture === null ? null : (
          <PressButton
            tone="quiet"
            onPress={() => void set(() => call('setLogo', { picture: null }))}
            pending={setting.pending}
            testId="logo-remove"
          >
            {say('logo.remove')}
          </PressButton>
        )}
      </div>
      <span className={styles.hint}>{say('logo.hint')}</span>
      <FailureNote failure={setting.failure} testId="logo-failure" />
    </div>
  )
}

/** Read here in the page: the main process is handed a picture, never a file's name. */
async function chosen(file: File): Promise<Reply<undefined>> {
  const refused = { ok: false, error: failure('LOGO_INVALID') } as const
  if (file.size > MOST_BYTES) return refused
  const picture = await asBase64(file).catch(() => null)
  return picture === null ? refused : call('setLogo', { picture })
}

const asBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
