import { useMemo } from 'react'
import { drawQr, QrSymbol } from '../../qr/index.ts'
import { useText } from '../text.ts'
import styles from './qr.module.css'

type QrProps = { readonly text: string; readonly label: string; readonly dimmed?: boolean }

export function Qr({ text, label, dimmed = false }: QrProps) {
  const say = useText()
  const drawing = useMemo(() => drawQr(text), [text])
  if (drawing === null) return <QrPlace words={say('paying.qr.none')} />
  return (
    <div className={styles.box} data-dimmed={dimmed} data-testid="qr" data-text={text}>
      <QrSymbol drawing={drawing} label={label} />
    </div>
  )
}

/** Where the QR will be. */
export const QrPlace = ({ words }: { readonly words: string }) => (
  <div className={styles.place} data-testid="qr-place">
    <span>{words}</span>
  </div>
)
