import { Note, PressButton } from '../../kit/index.ts'
import { MerchantForm } from '../settings/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './first-run.module.css'
import { typedMerchant, typedOfMerchant } from './guide-draft.ts'
import type { GuideHand } from './use-guide.ts'

/** The credentials, tried at the service before they are kept. */
export function MerchantStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const { merchant } = settings
  return (
    <>
      {merchant === null ? null : (
        <Note tone="good">{say('merchant.connected', { username: merchant.username })}</Note>
      )}
      <div className={styles.panel}>
        <MerchantForm
          typed={typedMerchant(settings, guide.typed)}
          onType={(typed) => guide.type(typedOfMerchant(typed))}
          onConnected={() => guide.forget('merchant.')}
        />
      </div>
      <PressButton
        tone={merchant === null ? 'plain' : 'main'}
        size="large"
        wide
        onPress={() => void guide.keep({ step: 'shop' })}
        testId="guide-next"
      >
        {say(merchant === null ? 'guide.later' : 'guide.next')}
      </PressButton>
    </>
  )
}
