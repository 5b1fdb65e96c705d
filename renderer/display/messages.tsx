import { useMemo } from 'react'
import { money, NO_MONEY } from '../../shared/money/money.ts'
import type { DisplayScene, DisplaySums } from '../../shared/page/display.ts'
import { drawQr, QrSymbol } from '../qr/index.ts'
import { say } from '../texts/index.ts'
import { Amount, LesserAmount, Sums } from './amount.tsx'
import styles from './message.module.css'
import { Panes } from './panes.tsx'

type MakingProps = { readonly shop: string; readonly delayed: boolean; readonly sums: DisplaySums }

/** Shown while the QR is requested. */
export const Making = ({ shop, delayed, sums }: MakingProps) => (
  <Panes
    shop={shop}
    main={
      <div className={styles.message} data-testid="display-message">
        <div className={styles.corners} aria-hidden="true" />
        <h1>{say(delayed ? 'display.delayed' : 'display.making')}</h1>
        <p>{say(delayed ? 'display.delayed.words' : 'display.making.words')}</p>
      </div>
    }
    foot={<Sums sums={sums} due />}
  />
)

type PaidProps = { readonly shop: string } & Omit<Extract<DisplayScene, { name: 'paid' }>, 'name'>

/** Thanks the payer. The change, if there is any, is larger than the total, because the payer waits for it. */
export function Paid({ shop, total, rounding, change, receipt, copy }: PaidProps) {
  const drawing = useMemo(() => (copy === null ? null : drawQr(copy)), [copy])
  const thanks = (
    <>
      <Mark name="check" />
      <h1>{say('display.thanks')}</h1>
      {receipt === 'none' ? null : <p>{say(`display.receipt.${receipt}`)}</p>}
    </>
  )
  return (
    <Panes
      tone="good"
      shop={shop}
      main={
        drawing === null ? (
          <div className={styles.message} data-testid="display-message">
            {thanks}
          </div>
        ) : (
          <figure className={styles.copy} data-testid="display-copy">
            <div>
              <QrSymbol drawing={drawing} label={say('display.copy')} />
            </div>
            <figcaption>{say('display.copy')}</figcaption>
          </figure>
        )
      }
      words={
        drawing === null ? null : (
          <div className={styles.thanks} data-testid="display-message">
            {thanks}
          </div>
        )
      }
      foot={
        change === NO_MONEY ? (
          <Amount label={say('display.thanks.paid')} amount={money(total + rounding)} />
        ) : (
          <>
            <LesserAmount label={say('display.total')} amount={total} />
            {rounding === NO_MONEY ? null : (
              <LesserAmount label={say('display.rounding')} amount={rounding} testId="display-rounding" />
            )}
            <Amount label={say('display.change')} amount={change} />
          </>
        )
      }
    />
  )
}

type WordsProps = {
  readonly shop: string
  readonly scene: Extract<DisplayScene, { name: 'cancelling' | 'cancelled' | 'ended' | 'late' }>
}

const MARKS = { cancelling: 'wait', cancelled: 'cross', ended: 'cross', late: 'wait' } as const

/** Shown when nothing can be paid: tells the payer why. */
export function Words({ shop, scene }: WordsProps) {
  const { name } = scene
  const cashBack = 'cashBack' in scene ? scene.cashBack : NO_MONEY
  return (
    <Panes
      tone="subtle"
      shop={shop}
      main={
        <div className={styles.message} data-testid="display-message">
          <Mark name={MARKS[name]} />
          <h1>{say(`display.${name}`)}</h1>
          <p>{say(`display.${name}.words`)}</p>
        </div>
      }
      foot={cashBack === NO_MONEY ? null : <Amount label={say('display.cashBack')} amount={cashBack} />}
    />
  )
}

const PATHS = {
  check: 'M4 12.5 9.5 18 20 7',
  cross: 'M6 6l12 12M18 6 6 18',
  wait: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
} as const

/** The icon of a state. */
const Mark = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
