import { useMemo } from 'react'
import { formatMoney, NO_MONEY } from '../../shared/money/money.ts'
import type { DisplayScene, DisplaySums } from '../../shared/page/display.ts'
import { drawQr, QrSymbol } from '../qr/index.ts'
import { say } from '../texts/index.ts'
import { Sums } from './amount.tsx'
import { Panes } from './panes.tsx'
import styles from './qr-due.module.css'

type QrDueProps = {
  readonly shop: string
  readonly text: string
  readonly banks: readonly string[]
  readonly place: Extract<DisplayScene, { name: 'qr' }>['place']
  readonly sums: DisplaySums
}

/** The QR as large as possible, with its amount. */
export function QrDue({ shop, text, banks, place, sums }: QrDueProps) {
  const drawing = useMemo(() => drawQr(text), [text])
  return (
    <Panes
      shop={shop}
      main={
        <div className={styles.place}>
          {drawing === null ? null : (
            <div className={styles.qr} data-testid="display-qr">
              <QrSymbol drawing={drawing} label={say('display.qr', { amount: formatMoney(sums.missing) })} />
            </div>
          )}
        </div>
      }
      words={
        <>
          <h1 className={styles.scan}>{say('display.scan')}</h1>
          {place === null ? null : (
            <p className={styles.later} data-testid="display-place">
              {place.later === NO_MONEY
                ? say('qrs.of', place)
                : say('qrs.then', { ...place, amount: formatMoney(place.later) })}
            </p>
          )}
          <Banks banks={banks} brief={sums.paid !== NO_MONEY || place !== null} />
        </>
      }
      foot={<Sums sums={sums} due />}
    />
  )
}

/** The most bank names that a customer can read at a distance. After a part payment and with several QRs there is room for fewer. */
const MOST_BANKS = 6
const BRIEF_BANKS = 3

type BanksProps = { readonly banks: readonly string[]; readonly brief: boolean }

function Banks({ banks, brief }: BanksProps) {
  const most = brief ? BRIEF_BANKS : MOST_BANKS
  if (banks.length === 0) return null
  const named = banks.length > most ? banks.slice(0, most - 1) : banks
  const more = banks.length - named.length
  return (
    <div className={styles.banks} data-brief={brief}>
      {brief ? null : <h2>{say('display.banks')}</h2>}
      <ul aria-label={say('display.banks')} data-testid="display-banks">
        {named.map((bank) => (
          <li key={bank}>{bank}</li>
        ))}
        {more === 0 ? null : <li>{say('display.banks.more', { count: more })}</li>}
      </ul>
    </div>
  )
}
