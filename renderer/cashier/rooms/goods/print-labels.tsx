import { useRef, useState } from 'react'
import { LABELS_A_STRIP, type LabelKind } from '../../../../shared/shop/labels.ts'
import { PressButton } from '../../../kit/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedFile } from '../../parts/saved-file.tsx'
import styles from './form.module.css'

type PrintLabelsProps = { readonly kind: LabelKind; readonly codes: readonly string[] }

/** The labels of a print, and how many of them are printed. */
type Printed = { readonly codes: readonly string[]; readonly kind: LabelKind; readonly done: number }

/**
 * Prints one strip at a time, so that receipts can be printed between two strips and a person can stop. After a failure
 * or a stop the remaining labels can be printed.
 */
export function PrintLabels({ kind, codes }: PrintLabelsProps) {
  const printing = useCommand()
  const saving = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const [printed, setPrinted] = useState<Printed | null>(null)
  const stopped = useRef(false)
  const print = (from: Printed) =>
    printing.run(async () => {
      stopped.current = false
      for (let { done } = from; ; ) {
        setPrinted({ ...from, done })
        if (done >= from.codes.length || stopped.current) return { ok: true as const, value: undefined }
        const strip = from.codes.slice(done, done + LABELS_A_STRIP)
        const reply = await call('printLabels', { kind: from.kind, codes: strip })
        if (!reply.ok) return reply
        done += strip.length
      }
    })
  const save = async () => {
    setPath(null)
    const reply = await saving.run(() => call('saveLabels', { kind, codes }))
    if (reply?.ok) setPath(reply.value.path)
  }
  const left = printed !== null && printed.done < printed.codes.length && !printing.pending ? printed : null
  return (
    <div className={styles.foot}>
      <FailureNote failure={printing.failure ?? saving.failure} />
      {printed === null ? null : (
        <small role="status" data-testid="labels-printed">
          {say('labels.printed', { done: printed.done, count: printed.codes.length })}
        </small>
      )}
      <SavedFile testId="labels-saved">{path && say('goods.export.done', { path })}</SavedFile>
      {left === null ? null : (
        <PressButton onPress={() => void print(left)} testId="labels-rest">
          {say('labels.rest', { count: left.codes.length - left.done })}
        </PressButton>
      )}
      {printing.pending ? (
        <PressButton
          onPress={() => {
            stopped.current = true
          }}
          testId="labels-stop"
        >
          {say('word.stop')}
        </PressButton>
      ) : null}
      <PressButton
        tone="main"
        disabled={codes.length === 0}
        pending={printing.pending}
        onPress={() => void print({ codes, kind, done: 0 })}
        testId="labels-print"
      >
        {say('labels.print')}
      </PressButton>
      <PressButton
        disabled={codes.length === 0}
        pending={saving.pending}
        onPress={() => void save()}
        testId="labels-save"
      >
        {say('labels.save')}
      </PressButton>
    </div>
  )
}
