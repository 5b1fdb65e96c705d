import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Connection } from '../../../shared/page/index.ts'
import { isOver } from '../../../shared/shop/guide.ts'
import type { Printing } from '../../../shared/shop/printing.ts'
import { classNames, Icon, type IconName } from '../../kit/index.ts'
import { call } from '../page/call.ts'
import { showRoom, useView } from '../page/store.ts'
import { knownKey, type Say, say } from '../page/text.ts'
import { useCommand } from '../page/use-command.ts'
import { ageWords, clockTime, useNow } from '../parts/moment.ts'
import styles from './frame.module.css'

const CONNECTION_ICONS: Readonly<Record<Connection['state'], IconName>> = {
  connected: 'link',
  disconnected: 'unlink',
  untried: 'question',
}

/**
 * The state of the connection, the number of pending sales and the age of the oldest. A press opens the pending tasks.
 * Not shown where nothing was sent yet and nothing is pending.
 */
export function ConnectionPill() {
  const connection = useView((view) => view.connection)
  const waiting = useView((view) => view.waiting)
  const now = useNow(5000)
  const oldest =
    waiting.oldestAt === null
      ? null
      : say('connection.oldest', { age: ageWords(say, now - waiting.oldestAt) })
  const count = waiting.count === 0 ? null : say('connection.waiting', { count: waiting.count })
  const words = [count, count === null ? null : oldest].filter((word) => word !== null)
  const state = connection.state === 'untried' ? null : connectionWords(say, connection)
  if (state === null && words.length === 0) return null
  return (
    <Button
      className={classNames(
        styles.pill,
        styles[connection.state],
        connection.state !== 'disconnected' && styles.calm,
      )}
      preventFocusOnPress
      onPress={() => showRoom('waiting')}
      data-testid="connection"
    >
      <Icon name={CONNECTION_ICONS[connection.state]} size={18} />
      <span>
        <span aria-live="polite">{state}</span>
        {state === null || words.length === 0 ? null : ' · '}
        {words.join(' · ')}
      </span>
      {waiting.count === 0 ? null : (
        <b className={styles.count} aria-hidden="true">
          {waiting.count}
        </b>
      )}
    </Button>
  )
}

function connectionWords(say: Say, connection: Exclude<Connection, { state: 'untried' }>): string {
  if (connection.state === 'connected') return say('connection.connected')
  const { name } = connection.failure
  if (name === 'PASSWORD_NEEDED' || name === 'PASSWORD_UNREADABLE') return say('connection.locked')
  return say(knownKey(`connection.${name}`, 'connection.disconnected'), { time: clockTime(connection.since) })
}

/** A receipt normally prints in this time; shorter waits are not reported. */
const MOMENT_MS = 4000

type Tone = 'failing' | 'unconfirmed' | 'queued'

const PRINTER_ICONS: Readonly<Record<Tone, IconName>> = {
  failing: 'warning',
  unconfirmed: 'question',
  queued: 'printer',
}

/** Shown only if a print is late, unconfirmed or has failed, with the reason. A press opens the print queue. */
export function PrinterPill() {
  const printing = useView((view) => view.printing)
  const late = useLate(printing.waiting > 0)
  const tone = toneOf(printing, late)
  if (tone === null) return null
  return (
    <Button
      className={classNames(styles.pill, styles[tone], tone === 'queued' && styles.calm)}
      preventFocusOnPress
      onPress={() => showRoom('prints')}
      data-testid="printer-pill"
      data-tone={tone}
    >
      <Icon name={PRINTER_ICONS[tone]} size={18} />
      <span aria-live="polite">{words(say, printing, tone)}</span>
    </Button>
  )
}

/** Whether a print has been waiting for longer than MOMENT_MS. */
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

function toneOf({ waiting, unconfirmed, failure }: Printing, late: boolean): Tone | null {
  if (unconfirmed > 0) return 'unconfirmed'
  if (waiting === 0) return null
  if (failure !== null) return 'failing'
  return late ? 'queued' : null
}

function words(say: Say, { waiting, unconfirmed, failure }: Printing, tone: Tone): string {
  if (tone === 'queued') return say('printing.waiting', { count: waiting })
  if (tone === 'unconfirmed') return say('printing.unconfirmed', { count: unconfirmed })
  const why = say(knownKey(`printing.brief.${failure?.name ?? ''}`, 'printing.brief.other'))
  return waiting > 1 ? `${why} · ${say('connection.waiting', { count: waiting })}` : why
}

/** Reopens a guide that was left before its end. */
export function GuidePill() {
  const guide = useView((view) => view.settings.guide)
  const opening = useCommand()
  if (guide.open || isOver(guide)) return null
  const open = async () => {
    const reply = await opening.run(() => call('saveSettings', { guide: { open: true } }))
    if (reply?.ok) showRoom('till')
  }
  return (
    <Button
      className={classNames(styles.pill, styles.queued, styles.calm)}
      preventFocusOnPress
      onPress={() => void open()}
      isPending={opening.pending}
    >
      <Icon name="settings" size={18} />
      <span>{say('guide.pill')}</span>
    </Button>
  )
}
