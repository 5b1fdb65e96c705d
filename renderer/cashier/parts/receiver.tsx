import {
  type FormEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ToggleButton } from 'react-aria-components'
import type { SaleView } from '../../../shared/page/index.ts'
import { LONGEST_ORGANISATION } from '../../../shared/shop/organisation.ts'
import { parseRegister } from '../../../shared/shop/register-number.ts'
import { PressButton, TextEntry, useSteady } from '../../kit/index.ts'
import { call, failureText, type Say, useCommand, useText } from '../page/index.ts'
import { SHORTCUTS, useShortcut } from '../page/shortcuts/index.ts'
import { FailureNote } from './failure-note.tsx'
import { nameIn, Offers, OrganisationName, useArrows, useOrganisations } from './organisation.tsx'
import styles from './receiver.module.css'
import tools from './sale-tools.module.css'
import { useSearchFocus } from './search-focus.ts'

type ReceiverProps = {
  readonly counter: Pick<SaleView, 'sale' | 'receiverChange'>
  /** Saves a typed register number that is not set yet. Called before a payment. */
  readonly flush?: RefObject<(() => Promise<boolean>) | null>
  /** Shown beside the choice. */
  readonly children?: ReactNode
}

/** E-receipts that went out are voided first, by a manager. */
const change = ({ sale, receiverChange }: ReceiverProps['counter'], register: string | null) =>
  call(receiverChange === 'correct' ? 'correctReceiver' : 'setReceiver', { saleId: sale.id, register })

/** The receiver of the e-receipt, as one button. It opens the form for a register number, which shows a correction. */
export function Receiver({ counter, flush, children }: ReceiverProps) {
  const { receiver } = counter.sale
  const [open, setOpen] = useState(false)
  const setting = useCommand()
  const unsaved = useRef<(() => Promise<boolean>) | null>(null)
  const focusSearch = useSearchFocus()
  const close = () => {
    setOpen(false)
    focusSearch()
  }
  /** `afterSet`: a register number has just been set. */
  const toIndividual = (afterSet = false) => {
    setting.forget()
    if (afterSet || receiver.kind !== 'individual') void setting.run(() => change(counter, null))
    close()
  }
  const press = useSteady(() => (open ? close() : setOpen(true)))
  useShortcut('organisation', press)
  return (
    <div className={styles.receiver} data-receiver>
      <div className={styles.beside}>
        <ReceiverTool
          to={receiver.kind === 'individual' ? null : receiver.register}
          open={open}
          onPress={press}
        />
        {children}
      </div>
      {open ? (
        <RegisterEntry
          counter={counter}
          action={setting}
          flush={flush ?? unsaved}
          onSet={close}
          onIndividual={toIndividual}
        />
      ) : (
        <>
          {receiver.kind === 'organisation' ? <OrganisationName register={receiver.register} /> : null}
          <FailureNote failure={setting.failure} />
        </>
      )}
    </div>
  )
}

type ReceiverToolProps = { readonly to: string | null; readonly open: boolean; readonly onPress: () => void }

const ReceiverTool = memo(({ to, open, onPress }: ReceiverToolProps) => {
  const say = useText()
  return (
    <ToggleButton
      className={tools.tool ?? ''}
      preventFocusOnPress
      isSelected={open || to !== null}
      onPress={onPress}
      aria-description={say('word.receiptFor')}
      data-testid="receiver"
    >
      <span className={tools.receiver}>
        {open ? say('cart.receiver.organisation') : (to ?? say('cart.receiver.individual'))}
      </span>
      <kbd>{SHORTCUTS.organisation.shown}</kbd>
    </ToggleButton>
  )
})
ReceiverTool.displayName = 'ReceiverTool'

type RegisterEntryProps = Required<Pick<ReceiverProps, 'counter' | 'flush'>> & {
  readonly action: ReturnType<typeof useCommand>
  readonly onSet: () => void
  readonly onIndividual: (afterSet?: boolean) => void
}

function RegisterEntry({ counter, action, flush, onSet, onIndividual }: RegisterEntryProps) {
  const say = useText()
  const focusSearch = useSearchFocus()
  const { receiver } = counter.sale
  const kept = receiver.kind === 'organisation' ? receiver.register : null
  const [register, setRegister] = useState(kept ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  /** Null until it is typed. */
  const [name, setName] = useState<string | null>(null)
  const found = useOrganisations(register)
  const known = nameIn(found, register) ?? ''
  const isNamed = name !== null && name.trim() !== known
  const { buttons, move } = useArrows()
  const input = useRef<HTMLInputElement>(null)
  // What is typed next replaces the number, and Delete takes it away.
  useLayoutEffect(() => input.current?.select(), [])
  const underWay = useRef<Promise<boolean> | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const save = async (number: string): Promise<boolean> => {
    const reply = await action.run(() => change(counter, number))
    if (!reply?.ok) {
      input.current?.focus()
      return false
    }
    const set = reply.value.register ?? ''
    setTyped(number)
    setRegister(set)
    if (isNamed && number === register) {
      const named = await action.run(() => call('nameOrganisation', { register: set, name }))
      if (!named?.ok) return false
    }
    // A correction stays in sight.
    if (set === number && isOpen.current) onSet()
    return true
  }
  const set = (number = register): Promise<boolean> => {
    underWay.current ??= save(number).finally(() => {
      underWay.current = null
    })
    return underWay.current
  }
  const toIndividual = async () => {
    const isSetting = underWay.current !== null
    await underWay.current
    onIndividual(isSetting)
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (register.trim() === '') await toIndividual()
    else if (await set()) focusSearch()
  }
  useEffect(() => {
    flush.current = async () => {
      if (register.trim() === '' && kept !== null) await toIndividual()
      else if (kept === null || register !== kept || isNamed) return set()
      return true
    }
    return () => {
      flush.current = null
    }
  })
  return (
    <form
      className={styles.register}
      onSubmit={(event) => void onSubmit(event)}
      // Esc elsewhere asks whether to cancel a QR.
      onKeyDown={(event) => {
        move(event, input.current)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onSet()
      }}
    >
      <TextEntry
        label={say('cart.receiver.register')}
        value={register}
        onChange={(text) => {
          setRegister(text)
          setName(null)
          action.forget()
        }}
        hint={hintOf(say, kept, typed, register)}
        error={action.failure === null ? null : failureText(say, action.failure)}
        numbers="digits"
        testId="register"
        inputRef={input}
        autoFocus
      />
      {parseRegister(register)?.kind === 'organisation' ? (
        <TextEntry
          label={say('cart.receiver.name')}
          value={name ?? known}
          onChange={(text) => setName(text.slice(0, LONGEST_ORGANISATION))}
          testId="organisation"
        />
      ) : null}
      <Offers
        all={found.filter((one) => one.register !== register)}
        buttons={buttons}
        onChoose={async (chosen) => {
          if (await set(chosen)) focusSearch()
        }}
      />
      <PressButton submits pending={action.pending}>
        {say('cart.receiver.set')}
      </PressButton>
      <PressButton tone="subtle" onPress={() => void toIndividual()}>
        {say('cart.receiver.individual')}
      </PressButton>
    </form>
  )
}

function hintOf(say: Say, kept: string | null, typed: string | null, register: string): string {
  if (kept === null || kept !== register) return say('cart.receiver.hint')
  if (typed === null || typed === kept) return say('cart.receiver.kept', { register: kept })
  return say('cart.receiver.corrected', { typed, register: kept })
}
