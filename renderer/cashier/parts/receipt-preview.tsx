import { useEffect, useState } from 'react'
import { call, type ReplyOf, say } from '../page/index.ts'
import styles from './receipt-preview.module.css'

type Preview = ReplyOf<'previewReceipt'>
type ReceiptPreviewProps = {
  readonly saleId: string
  /** The sale's version; the receipt may differ in another version. */
  readonly version: number
  readonly waiting: string
}

/**
 * The bitmap as it is printed, with lottery number and QR covered. The old preview stays until the next one is loaded.
 */
export function ReceiptPreview({ saleId, version, waiting }: ReceiptPreviewProps) {
  const [preview, setPreview] = useState<Preview>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the receipt depends on the version.
  useEffect(() => {
    let gone = false
    void call('previewReceipt', { saleId }).then((reply) => {
      if (!gone && reply.ok && reply.value !== null) setPreview(reply.value)
    })
    return () => {
      gone = true
    }
  }, [saleId, version])
  if (preview === null) return <p className={styles.waiting}>{waiting}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard.
    <section className={styles.paper} tabIndex={0} aria-label={say('history.receipt')}>
      <img
        src={preview.png}
        width={preview.width}
        height={preview.height}
        alt={say('paid.preview')}
        data-testid="receipt-preview"
      />
    </section>
  )
}
