import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { Organisation } from '../../../shared/shop/organisation.ts'
import { PressButton } from '../../kit/index.ts'
import { call, useAskedOnce, useText } from '../page/index.ts'
import styles from './organisation.module.css'

const NONE: readonly Organisation[] = []

/** The organisations with a name that are meant by what is typed. */
export const useOrganisations = (typed: string): readonly Organisation[] =>
  useAskedOnce(useCallback(() => call('findOrganisations', { typed }), [typed])).value ?? NONE

export const nameIn = (all: readonly Organisation[], register: string): string | null =>
  all.find((one) => one.register === register)?.name ?? null

/** Name and number, large, so that they are compared with what the customer says. Nothing without a name. */
export function OrganisationName({ register }: { readonly register: string }) {
  const name = nameIn(useOrganisations(register), register)
  return name === null ? null : (
    <p className={styles.named} data-testid="organisation-name">
      <b>{name}</b> {register}
    </p>
  )
}

/** Moves between a field and the buttons below it. */
export function useArrows() {
  const buttons = useRef<HTMLFieldSetElement>(null)
  const move = (event: KeyboardEvent, field: HTMLElement | null): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const all = [field, ...(buttons.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    if (at < 0 || all.length === 1) return
    event.preventDefault()
    event.stopPropagation()
    all[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
  return { buttons, move }
}

type OffersProps = {
  readonly all: readonly Organisation[]
  readonly buttons: ReturnType<typeof useArrows>['buttons']
  readonly onChoose: (register: string) => void
}

export function Offers({ all, buttons, onChoose }: OffersProps) {
  const say = useText()
  return (
    <fieldset ref={buttons} className={styles.offers} aria-label={say('cart.receiver.offers')}>
      {all.map(({ register, name }) => (
        <PressButton key={register} wide onPress={() => onChoose(register)} testId="organisation-offer">
          <span>{name}</span> {register}
        </PressButton>
      ))}
    </fieldset>
  )
}
