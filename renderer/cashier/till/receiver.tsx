import { type FormEvent, type ReactNode, useState } from 'react'
import type { Sale } from '../../../shared/sale.ts'
import { Choice, PressButton, TextEntry } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { failureText, type Say, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cart.module.css'
import { useSearchFocus } from './search-focus.ts'

type Kind = Sale['receiver']['kind']

type ReceiverProps = {
  readonly sale: Sale
  /** Stands beside the choice, which needs no whole row. */
  readonly children: ReactNode
}

/** Whom the e-receipt is for. A register number is read as it was meant, and the correction is shown. */
export function Receiver({ sale, children }: ReceiverProps) {
  const say = useText()
  const { receiver } = sale
  const [kind, setKind] = useState<Kind>(receiver.kind)
  const setting = useAct()
  const choose = (chosen: Kind) => {
    setKind(chosen)
    setting.forget()
    if (chosen === 'individual' && receiver.kind !== 'individual') {
      void setting.run(() => call('setReceiver', { saleId: sale.id, register: null }))
    }
  }
  return (
    <div className={styles.receiver}>
      <div className={styles.beside}>
        <Choice<Kind>
          label={say('cart.receiver')}
          quiet
          value={kind}
          onChange={choose}
          options={[
            {
              value: 'individual',
              label: say('cart.receiver.individual'),
              testId: 'receiver-individual',
            },
            {
              value: 'organisation',
              label: say('cart.receiver.organisation'),
              testId: 'receiver-organisation',
            },
          ]}
        />
        {children}
      </div>
      {kind === 'organisation' ? <RegisterEntry sale={sale} act={setting} /> : null}
      {kind === 'individual' ? <FailureNote failure={setting.failure} /> : null}
    </div>
  )
}

type RegisterEntryProps = { readonly sale: Sale; readonly act: ReturnType<typeof useAct> }

function RegisterEntry({ sale, act }: RegisterEntryProps) {
  const say = useText()
  const focusSearch = useSearchFocus()
  const kept = sale.receiver.kind === 'organisation' ? sale.receiver.register : null
  const [register, setRegister] = useState(kept ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const submit = async () => {
    const reply = await act.run(() => call('setReceiver', { saleId: sale.id, register }))
    if (!reply?.ok) return
    setTyped(register)
    setRegister(reply.value.register ?? '')
    focusSearch()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.register} onSubmit={onSubmit}>
      <TextEntry
        label={say('cart.receiver.register')}
        value={register}
        onChange={(text) => {
          setRegister(text)
          act.forget()
        }}
        hint={hintOf(say, kept, typed, register)}
        error={act.failure === null ? null : failureText(say, act.failure)}
        testId="register"
        autoFocus={kept === null}
      />
      <PressButton submits pending={act.pending} testId="register-set">
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
