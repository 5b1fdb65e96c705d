import type { WeighedCodes } from '../../../../shared/shop/weighed-codes.ts'
import { Choice, Hint, optionsOf } from '../../../kit/index.ts'
import { call, say, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './form.module.css'
import { GoodsPanel } from './goods-panel.tsx'

type Meaning = 'weight' | 'price' | 'none'

const PREFIXES = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29'] as const

const meaningOf = (codes: WeighedCodes, prefix: string): Meaning =>
  codes.weight.includes(prefix) ? 'weight' : codes.price.includes(prefix) ? 'price' : 'none'

const without = (prefixes: readonly string[], prefix: string): string[] =>
  prefixes.filter((one) => one !== prefix)

/** The format of the shop's weighed codes. A change is saved at once. */
export function WeighedFields({ onClose }: { readonly onClose: () => void }) {
  const codes = useView((view) => view.settings.weighedCodes)
  const saving = useCommand()
  const save = (changes: Partial<WeighedCodes>) =>
    void saving.run(() => call('saveSettings', { weighedCodes: { ...codes, ...changes } }))
  const mean = (prefix: string, meaning: Meaning) => {
    const weight = without(codes.weight, prefix)
    const price = without(codes.price, prefix)
    save({
      weight: meaning === 'weight' ? [...weight, prefix].sort() : weight,
      price: meaning === 'price' ? [...price, prefix].sort() : price,
    })
  }
  return (
    <GoodsPanel title={say('goods.weighed.title')} onClose={onClose} testId="weighed">
      <div className={styles.fields}>
        <Hint>{say('goods.weighed.words')}</Hint>
        <Choice
          label={say('goods.weighed.digits')}
          value={String(codes.articleDigits)}
          onChange={(digits) => save({ articleDigits: digits === '4' ? 4 : digits === '6' ? 6 : 5 })}
          options={['4', '5', '6'].map((value) => ({ value, label: value }))}
        />
        <p className={styles.example}>
          {say('goods.weighed.example', {
            prefix: codes.weight[0] ?? codes.price[0] ?? '20',
            article: '2008'.padStart(codes.articleDigits, '0'),
            value: '842'.padStart(10 - codes.articleDigits, '0'),
          })}
        </p>
        <FailureNote failure={saving.failure} />
        {PREFIXES.map((prefix) => (
          <div key={prefix} className={styles.prefix}>
            <b aria-hidden="true">{prefix}</b>
            <Choice<Meaning>
              labelHidden
              label={say('goods.weighed.prefix', { prefix })}
              value={meaningOf(codes, prefix)}
              onChange={(meaning) => mean(prefix, meaning)}
              options={optionsOf(
                ['weight', 'price', 'none'],
                (value) => say(`goods.weighed.${value}`),
                `weighed-${prefix}`,
              )}
            />
          </div>
        ))}
      </div>
    </GoodsPanel>
  )
}
