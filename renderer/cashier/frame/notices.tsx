import { useEffect, useRef } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import { type FailureName, failure } from '../../../shared/failure.ts'
import type { ShopLinkState } from '../../../shared/page/shop-link.ts'
import { classNames, Icon, type IconName, PassingPopover, PressButton } from '../../kit/index.ts'
import { failureText, forgetAgain, say, usePage, useView } from '../page/index.ts'
import { ageWords, yearAndTime } from '../parts/moment.ts'
import styles from './notices.module.css'

export type Notice = {
  readonly id: 'storage' | 'clock' | 'copies' | 'database' | 'certificate' | 'missing' | 'update' | 'again'
  readonly tone: 'bad' | 'warn'
  readonly icon: IconName
  readonly words: string
  readonly seen?: () => void
}

/**
 * Problems of the whole till, most urgent first: a full disk, a wrong clock, overdue copies, a shop database that refuses or whose certificate ends soon, records that are only there, a reloaded page.
 */
export function useNotices(): readonly Notice[] {
  const storage = useView((view) => view.storage)
  const copies = useView((view) => view.copiesOverdue)
  const database = useView((view) => refusalOf(view.shopLink))
  const certificate = useView(({ shopLink }) =>
    shopLink.state === 'connected' ? (shopLink.certificateEnd ?? null) : null,
  )
  const missing = useView((view) => view.recordsMissing)
  const update = useView((view) => view.update)
  const clock = useView((view) => view.clockOff)
  const again = useAgain()
  const notices: readonly (Notice | null)[] = [
    storage === null
      ? null
      : storage.name === 'DISK_LOW'
        ? {
            id: 'storage',
            tone: 'warn',
            icon: 'warning',
            words: say('disk.low', { left: storage.detail ?? '' }),
          }
        : { id: 'storage', tone: 'bad', icon: 'warning', words: failureText(say, storage) },
    clock === null
      ? null
      : {
          id: 'clock',
          tone: 'warn',
          icon: 'clock',
          words: say(
            clock.than === 'last-event'
              ? 'clock.behind'
              : clock.byMs > 0
                ? 'clock.behind.service'
                : 'clock.ahead.service',
            { age: ageWords(say, Math.abs(clock.byMs)) },
          ),
        },
    copies === null
      ? null
      : {
          id: 'copies',
          tone: 'warn',
          icon: 'warning',
          words: say('copies.overdue', { reason: failureText(say, copies) }),
        },
    database === null
      ? null
      : {
          id: 'database',
          tone: 'warn',
          icon: 'warning',
          words: say('database.notice', { reason: failureText(say, failure(database)) }),
        },
    certificate === null
      ? null
      : {
          id: 'certificate',
          tone: 'warn',
          icon: 'warning',
          words: say('database.certificate', { at: yearAndTime(certificate) }),
        },
    missing === 0
      ? null
      : {
          id: 'missing',
          tone: 'warn',
          icon: 'warning',
          words: say('database.missing.notice', { count: missing }),
        },
    update === null
      ? null
      : {
          id: 'update',
          tone: 'warn',
          icon: 'warning',
          words: say('updates.notice', { reason: failureText(say, update) }),
        },
    again
      ? { id: 'again', tone: 'warn', icon: 'warning', words: say('again.words'), seen: forgetAgain }
      : null,
  ]
  return notices.filter((notice) => notice !== null)
}

/** Why a person must do something about the shop database. A server that is away comes back. */
function refusalOf(link: ShopLinkState): FailureName | null {
  if (link.state === 'twice') return 'SHOP_DATABASE_TWICE'
  if (link.state !== 'disconnected' || link.failure.name === 'SHOP_DATABASE_UNREACHABLE') return null
  return link.failure.name
}

/** Whether the page crashed and was reloaded. The notice is shown until it is acknowledged or the next sale begins. */
function useAgain(): boolean {
  const again = usePage((page) => page.again)
  const saleId = useView(({ counter }) => counter?.sale.id ?? null)
  const first = useRef(saleId)
  useEffect(() => {
    if (!again) first.current = saleId
    else if (saleId !== first.current) forgetAgain()
  }, [again, saleId])
  return again
}

type NoticesProps = { readonly notices: readonly Notice[] }

/** The most urgent notice, shortened to fit. A press opens a list of all notices in full. */
export function Notices({ notices }: NoticesProps) {
  const [first] = notices
  if (first === undefined) return null
  const more = notices.length - 1
  return (
    <div className={styles.first}>
      <DialogTrigger>
        <Button className={styles.open ?? ''} preventFocusOnPress>
          <Words notice={first} testId={`${first.id}-banner`} />
          {more === 0 ? null : <b className={styles.more}>{say('notices.more', { count: more })}</b>}
        </Button>
        <PassingPopover placement="bottom start">
          <Dialog className={styles.all ?? ''} aria-label={say('notices.title')}>
            {notices.map((notice) => (
              <div key={notice.id} className={classNames(styles.one, styles[notice.tone])}>
                <Icon name={notice.icon} size={18} />
                <p>{notice.words}</p>
                <Seen notice={notice} />
              </div>
            ))}
          </Dialog>
        </PassingPopover>
      </DialogTrigger>
      <Seen notice={first} />
    </div>
  )
}

const Words = ({ notice, testId }: { readonly notice: Notice; readonly testId: string }) => (
  <>
    <Icon name={notice.icon} size={18} />
    <span className={styles.words} role={notice.tone === 'bad' ? 'alert' : 'status'} data-testid={testId}>
      {notice.words}
    </span>
  </>
)

function Seen({ notice: { seen } }: { readonly notice: Notice }) {
  if (seen === undefined) return null
  return (
    <PressButton size="small" tone="subtle" onPress={seen}>
      {say('word.ok')}
    </PressButton>
  )
}
