import { useCallback } from 'react'
import type { UnlistedCode } from '../../../../shared/books/history.ts'
import { moneyAsText } from '../../../../shared/money/money.ts'
import { Hint, Item, ItemList, PressButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, say, useAsked, useMay } from '../../page/index.ts'
import { dayAndTime } from '../../parts/moment.ts'
import formStyles from './form.module.css'
import styles from './goods.module.css'
import { insteadOfForm, openNew, openUnlisted } from './goods-page.ts'
import { GoodsPanel } from './goods-panel.tsx'

const NONE: readonly UnlistedCode[] = []

const useUnlisted = (): readonly UnlistedCode[] =>
  useAsked(useCallback(() => call('listUnlisted'), [])).value ?? NONE

/** Tells whoever may add goods how many codes were missing at the till. */
export const UnlistedNote = () => (useMay('goods') ? <Unlisted /> : null)

function Unlisted() {
  const { length: count } = useUnlisted()
  if (count === 0) return null
  return (
    <div className={styles.sample} data-testid="unlisted-note">
      <span>{say('goods.unlisted', { count })}</span>
      <PressButton
        size="small"
        tone="subtle"
        onPress={() => insteadOfForm(openUnlisted)}
        testId="unlisted-open"
      >
        {say('goods.unlisted.show')}
      </PressButton>
    </div>
  )
}

/** The codes that were sold without a product. A press opens the form for a new product with the code. */
export function UnlistedCodes({ onClose }: { readonly onClose: () => void }) {
  return (
    <GoodsPanel title={say('goods.unlisted.title')} onClose={onClose} testId="unlisted">
      <div className={formStyles.fields}>
        <Hint>{say('goods.unlisted.words')}</Hint>
        <ItemList>
          {useUnlisted().map((one) => (
            <Item
              key={one.code}
              title={one.code}
              words={<UnlistedWords one={one} />}
              amount={withSign(one.price)}
              testId="unlisted-code"
            >
              <PressButton
                size="small"
                onPress={() => openNew(one.code, { name: one.name, price: moneyAsText(one.price) })}
              >
                {say('till.unknown.add')}
              </PressButton>
            </Item>
          ))}
        </ItemList>
      </div>
    </GoodsPanel>
  )
}

const UnlistedWords = ({ one: { name, at, times, sellers } }: { readonly one: UnlistedCode }) => (
  <>
    {name === '' ? null : <span>{name}</span>}
    <span>{[dayAndTime(at), say('goods.unlisted.times', { count: times }), ...sellers].join(' · ')}</span>
  </>
)
