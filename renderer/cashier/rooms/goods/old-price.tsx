import { typedMoney } from '../../../../shared/money/typed-money.ts'
import { Aloud } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { useText } from '../../page/index.ts'
import styles from './goods-list.module.css'

/** The price before a change, struck through. `was` is as the form has it. */
export function OldPrice({ was }: { readonly was: string }) {
  const say = useText()
  const price = typedMoney(was)
  return price === null ? null : (
    <s className={styles.was}>
      <Aloud>{say('goods.priceBefore')}</Aloud> {withSign(price)}
    </s>
  )
}
