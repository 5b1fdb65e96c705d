import { memo, useMemo, useState } from 'react'
import { Button, Toolbar } from 'react-aria-components'
import { formatMoney } from '../../../../shared/money/money.ts'
import type { BankLink } from '../../../../shared/sale/sale.ts'
import { bankLabel } from '../../../../shared/texts/bank-label.ts'
import { classNames, Icon, ScrollRow } from '../../../kit/index.ts'
import { drawQr, QrSymbol } from '../../../qr/index.ts'
import { useLanguage, useText } from '../../page/index.ts'
import type { PayingStatus } from '../../page/status.ts'
import { useNow } from '../../parts/moment.ts'
import styles from './paying.module.css'
import qr from './qr.module.css'
import { missingBy, type Situation } from './situation.ts'

type ShownQrProps = { readonly status: PayingStatus; readonly situation: Situation }

/** The QR of the payment or of one bank, with the state below. Before there is a QR, a placeholder. */
export const ShownQr = memo(({ status, situation }: ShownQrProps) => {
  const say = useText()
  const language = useLanguage()
  const [chosen, setChosen] = useState<string | null>(null)
  if (status.name === 'invoicing') {
    return (
      <>
        <QrPlace words={say('paying.qr.none')} />
        <StateWords name={status.name} situation={situation} />
      </>
    )
  }
  const bank = status.invoice.banks.find(({ name }) => name === chosen) ?? null
  const label =
    bank === null
      ? say('paying.qr', { amount: formatMoney(missingBy(status)) })
      : say('paying.bank.qr', { bank: bankLabel(bank, language) })
  return (
    <>
      <Qr text={bank?.link ?? status.invoice.qrText} label={label} dimmed={status.name === 'cancelling'} />
      <StateWords name={status.name} situation={situation} />
      {status.name === 'cancelling' ? null : (
        <Banks banks={status.invoice.banks} shown={bank} onShow={setChosen} />
      )}
    </>
  )
})

type StateWordsProps = { readonly name: PayingStatus['name']; readonly situation: Situation }

const StateWords = ({ name, situation }: StateWordsProps) => (
  <p
    className={classNames(styles.wait, situation.tone === 'warn' && styles.glance)}
    role="status"
    data-testid="paying-state"
    data-state={name}
  >
    {situation.busy ? <Dots /> : <Icon name="clock" />}
    <span>{situation.words}</span>
  </p>
)

const DOTS = [0, 1, 2]
const DOT_MS = 500

/** One dot after the other lights up. An animation would draw the window 60 times a second for as long as a QR waits. */
function Dots() {
  const lit = Math.floor(useNow(DOT_MS) / DOT_MS) % DOTS.length
  return (
    <span className={styles.dots} aria-hidden="true">
      {DOTS.map((dot) => (
        <i key={dot} data-lit={dot === lit} />
      ))}
    </span>
  )
}

type BanksProps = {
  readonly banks: readonly BankLink[]
  readonly shown: BankLink | null
  readonly onShow: (name: string | null) => void
}

function Banks({ banks, shown, onShow }: BanksProps) {
  const say = useText()
  const language = useLanguage()
  if (banks.length === 0) return null
  return (
    <ScrollRow>
      {(row) => (
        <Toolbar ref={row} className={styles.banks ?? ''} aria-label={say('paying.banks')}>
          <Button
            className={styles.chip ?? ''}
            preventFocusOnPress
            aria-pressed={shown === null}
            onPress={() => onShow(null)}
          >
            <Icon name={shown === null ? 'check' : 'back'} size={18} />
            {say('paying.banks.main')}
          </Button>
          {banks.map((bank) => (
            <Button
              key={bank.name}
              className={styles.chip ?? ''}
              preventFocusOnPress
              aria-pressed={bank === shown}
              onPress={() => onShow(bank === shown ? null : bank.name)}
              data-testid="bank"
            >
              {bankLabel(bank, language)}
            </Button>
          ))}
        </Toolbar>
      )}
    </ScrollRow>
  )
}

type QrProps = { readonly text: string; readonly label: string; readonly dimmed?: boolean }

function Qr({ text, label, dimmed = false }: QrProps) {
  const say = useText()
  const drawing = useMemo(() => (text === '' ? null : drawQr(text)), [text])
  if (drawing === null) return <QrPlace words={say('paying.qr.none')} />
  return (
    <div className={qr.box} data-dimmed={dimmed} data-testid="qr" data-text={text}>
      <QrSymbol drawing={drawing} label={label} />
    </div>
  )
}

const QrPlace = ({ words }: { readonly words: string }) => (
  <div className={qr.place}>
    <span>{words}</span>
  </div>
)
