import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Printing } from '../../../shared/printing.ts'
import { classNames, Icon, type IconName } from '../../kit/index.ts'
import { showRoom, useView } from '../store.ts'
import { knownKey, type Say, useText } from '../text.ts'
import styles from './frame.module.css'

/** A receipt takes about so long to come out: shorter waits are nobody's concern. */
const MOMENT_MS = 4000

type Tone = 'failing' | 'doubtful' | 'queued'

const ICONS: Readonly<Record<Tone, IconName>> = {
  failing: 'warning',
  doubtful: 'question',
  queued: 'printer',
}

/** Only where paper is late, perhaps out, or held up: in words, with the reason. Pressed, it shows the queue. */
export function PrinterPill() {
  const say = useText()
  const printing = useView((view) => view.printing)
  const late = useLate(printing.waiting > 0)
  const tone = toneOf(printing, late)
  if (tone === null) return null
  return (
    <Button
      className={classNames(styles.pill, styles[tone])}
      preventFocusOnPress
      onPress={() => showRoom('prints')}
      data-testid="printer-pill"
      data-tone={tone}
    >
      <Icon name={ICONS[tone]} size={18} />
      <span role="status">{words(say, printing, tone)}</span>
    </Button>
  )
}

/** Whether something has waited for longer than a moment. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), MOMENT_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return late
}

function toneOf({ waiting, doubtful, failure }: Printing, late: boolean): Tone | null {
  if (doubtful > 0) return 'doubtful'
  if (waiting === 0) return null
  if (failure !== null) return 'failing'
  return late ? 'queued' : null
}

function words(say: Say, { waiting, doubtful, failure }: Printing, tone: Tone): string {
  if (tone === 'queued') return say('printing.waiting', { count: waiting })
  if (tone === 'doubtful') return say('printing.doubtful', { count: doubtful })
  const why = say(knownKey(`printing.brief.${failure?.name ?? ''}`, 'printing.brief.other'))
  return waiting > 1 ? `${why} · ${say('connection.waiting', { count: waiting })}` : why
}
