import { memo, useEffect, useRef } from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import type { SaleView } from '../../../../shared/page/index.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { Aloud, Icon, useSteady } from '../../../kit/index.ts'
import { announce, call, failureText, useCommand, useText } from '../../page/index.ts'
import { SHORTCUTS, useShortcut } from '../../page/shortcuts/index.ts'
import styles from '../../parts/sale-tools.module.css'
import { undoneWords } from './undone-words.ts'

type SaleToolsProps = {
  readonly counter: SaleView
  /** Whether the form for discount and note is open. */
  readonly entering: boolean
  readonly onMore: () => void
  /** Tenders were taken, so the cart cannot be parked. */
  readonly locked: boolean
  readonly onPark: () => void
}

/** Less frequent actions on a sale. */
export function SaleTools({ counter, entering, onMore, locked, onPark }: SaleToolsProps) {
  const empty = counter.sale.lines.length === 0
  useShortcut('more', onMore, !empty)
  useShortcut('park', onPark, !empty && !locked)
  return (
    <div className={styles.tools}>
      <MoreTool entering={entering} empty={empty} onMore={useSteady(onMore)} />
      <Undo counter={counter} />
      <ParkTool disabled={empty || locked} onPark={useSteady(onPark)} />
    </div>
  )
}

type MoreToolProps = Pick<SaleToolsProps, 'entering' | 'onMore'> & { readonly empty: boolean }

const MoreTool = memo(({ entering, empty, onMore }: MoreToolProps) => {
  const say = useText()
  return (
    <ToggleButton
      className={styles.tool ?? ''}
      preventFocusOnPress
      isSelected={entering}
      onPress={onMore}
      isDisabled={empty}
    >
      <span className={styles.face} aria-hidden="true">
        <span className={styles.percent}>%</span>
        <kbd>{SHORTCUTS.more.shown}</kbd>
      </span>
      <span className={styles.brief} aria-hidden="true">
        {say('word.discount')}
      </span>
      <Aloud>{say('word.saleDiscountAndNote')}</Aloud>
    </ToggleButton>
  )
})
MoreTool.displayName = 'MoreTool'

const ParkTool = memo(({ disabled, onPark }: { readonly disabled: boolean; readonly onPark: () => void }) => {
  const say = useText()
  return (
    <Button
      className={styles.tool ?? ''}
      preventFocusOnPress
      onPress={onPark}
      isDisabled={disabled}
      data-testid="park"
    >
      <span className={styles.face} aria-hidden="true">
        <Icon name="clock" size={18} />
        <kbd>{SHORTCUTS.park.shown}</kbd>
      </span>
      <span className={styles.brief} aria-hidden="true">
        {say('park.brief')}
      </span>
      <Aloud>{say('park')}</Aloud>
    </Button>
  )
})
ParkTool.displayName = 'ParkTool'

function Undo({ counter }: { readonly counter: SaleView }) {
  const say = useText()
  const undoing = useCommand()
  const { sale, undoable } = counter
  const asked = useRef<Sale | null>(null)
  const undo = async () => {
    asked.current = sale
    const reply = await undoing.run(() => call('undo', { saleId: sale.id }))
    if (reply === null || reply.ok) return
    asked.current = null
    announce(failureText(say, reply.error))
  }
  useEffect(() => {
    const before = asked.current
    if (before === null || before.version === sale.version) return
    asked.current = null
    announce(say('undo.done', { what: undoneWords(say, before, sale) }))
  }, [sale, say])
  const press = useSteady(() => void undo())
  useShortcut('undo', press, undoable)
  return <UndoTool undoable={undoable} pending={undoing.pending} onUndo={press} />
}

type UndoToolProps = { readonly undoable: boolean; readonly pending: boolean; readonly onUndo: () => void }

const UndoTool = memo(({ undoable, pending, onUndo }: UndoToolProps) => {
  const say = useText()
  return (
    <Button
      className={styles.tool ?? ''}
      preventFocusOnPress
      onPress={onUndo}
      isDisabled={!undoable}
      isPending={pending}
      data-testid="undo"
    >
      <span className={styles.face} aria-hidden="true">
        <Icon name="undo" size={18} />
        <kbd>{SHORTCUTS.undo.shown}</kbd>
      </span>
      <span className={styles.brief} aria-hidden="true">
        {say('word.undo')}
      </span>
      <Aloud>{say('word.undoLastChange')}</Aloud>
    </Button>
  )
})
UndoTool.displayName = 'UndoTool'
