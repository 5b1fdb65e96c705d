import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { Choice, PressButton, TextEntry, useSteady } from '../../../kit/index.ts'
import { call, failureText, type Say, useCommand, useText } from '../../page/index.ts'
import { SHORTCUTS, useShortcut } from '../../page/shortcuts/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './cart.module.css'
import { useSearchFocus } from './search-focus.ts'
import type { Flush } from './use-saving.ts'

type Kind = Sale['receiver']['kind']

type ReceiverProps = {
  readonly sale: Sale
  /** Saves a typed register number that is not set yet. Called before a payment. */
  readonly flush: RefObject<Flush | null>
  /** Shown beside the choice. */
  readonly children: ReactNode
}

/** The receiver of the e-receipt. A register number is corrected, and the correction is shown. */
export function Receiver({ sale, flush, children }: ReceiverProps) {
  const say = useText()
  const { receiver } = sale
  const [kind, setKind] = useState<Kind>(receiver.kind)
  const setting = useCommand()
  const choose = useSteady((chosen: Kind) => {
    setKind(chosen)
    setting.forget()
    if (chosen === 'individual' && receiver.kind !== 'individual') {
      void setting.run(() => call('setReceiver', { saleId: sale.id, register: null }))
    }
  })
  const kinds = useMemo(() => kindsOf(say), [say])
  const focusSearch = useSearchFocus()
  useShortcut('organisation', () => {
    choose(kind === 'organisation' ? 'individual' : 'organisation')
    if (kind === 'organisation') focusSearch()
  })
  return (
    <div className={styles.receiver}>
      <div className={styles.beside}>
        <Choice<Kind>
          label={say('word.receiptFor')}
          labelHidden
          value={kind}
          onChange={choose}
          options={kinds}
        />
        {children}
      </div>
      {kind === 'organisation' ? <RegisterEntry sale={sale} action={setting} flush={flush} /> : null}
      {kind === 'individual' ? <FailureNote failure={setting.failure} /> : null}
    </div>
  )
}

const kindsOf = (say: Say) => [
  { value: 'individual' as const, label: say('cart.receiver.individual') },
  {
    value: 'organisation' as const,
    label: say('cart.receiver.organisation'),
    hotkey: SHORTCUTS.organisation.shown,
  },
]

type RegisterEntryProps = Pick<ReceiverProps, 'sale' | 'flush'> & {
  readonly action: ReturnType<typeof useCommand>
}

function RegisterEntry({ sale, action, flush }: RegisterEntryProps) {
  const say = useText()
  const focusSearch = useSearchFocus()
  const kept = sale.receiver.kind === 'organisation' ? sale.receiver.register : null
  const [register, setRegister] = useState(kept ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const underWay = useRef<Promise<boolean> | null>(null)
  const save = async (): Promise<boolean> => {
    const reply = await action.run(() => call('setReceiver', { saleId: sale.id, register }))
    if (!reply?.ok) {
      input.current?.focus()
      return false
    }
    setTyped(register)
    setRegister(reply.value.register ?? '')
    return true
  }
  const set = (): Promise<boolean> => {
    underWay.current ??= save().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await set()) focusSearch()
  }
  useEffect(() => {
    flush.current = () => (kept !== null && register === kept ? Promise.resolve(true) : set())
    return () => {
      flush.current = null
    }
  })
  return (
    <form className={styles.register} onSubmit={(event) => void onSubmit(event)}>
      <TextEntry
        label={say('cart.receiver.register')}
        value={register}
        onChange={(text) => {
          setRegister(text)
          action.forget()
        }}
        hint={hintOf(say, kept, typed, register)}
        error={action.failure === null ? null : failureText(say, action.failure)}
        numbers="digits"
        testId="register"
        inputRef={input}
        autoFocus={kept === null}
      />
      <PressButton submits pending={action.pending}>
        {say('cart.receiver.set')}
      </PressButton>
    </form>
  )
}

function hintOf(say: Say, kept: string | null, typed: string | null, register: string): string {
  if (kept === null || kept !== register) return say('cart.receiver.hint')
  if (typed === null || typed === kept) return say('cart.receiver.kept', { register: kept })
  return say('cart.receiver.corrected', { typed, register: kept })
}
