import { useRef, useState } from 'react'
import type { Reply } from '../../../../shared/page/index.ts'
import type { Person } from '../../../../shared/shop/staff.ts'
import { say, useCommand } from '../../page/index.ts'

type PersonPinProps = {
  readonly people: readonly Person[]
  /** The id of the person chosen at first. */
  readonly first: string | null
  readonly ask: (person: Person, pin: string) => Promise<Reply<unknown>>
  readonly onRight: (person: Person) => void
}

/** State for `PersonTiles` and `PinEntry`: the chosen person and the PIN check. Somebody is always chosen. */
export function usePersonPin({ people, first, ask, onRight }: PersonPinProps) {
  const asking = useCommand()
  const [wanted, choose] = useState(first)
  const [failedFor, setFailedFor] = useState<string | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const chosen = people.find(({ id }) => id === wanted) ?? people[0] ?? null
  return {
    tiles: {
      people,
      chosen: chosen?.id ?? null,
      onChoose: (id: string) => {
        choose(id)
        inputRef.current?.focus()
      },
    },
    entry: {
      label: chosen === null ? say('people.pin') : say('people.pin.of', { name: chosen.name }),
      onSubmit: async (pin: string): Promise<boolean> => {
        if (chosen === null) return false
        const reply = await asking.run(() => ask(chosen, pin))
        setFailedFor(chosen.id)
        if (reply?.ok) onRight(chosen)
        return reply?.ok === true
      },
      failure: failedFor === chosen?.id ? asking.failure : null,
      pending: asking.pending,
      disabled: chosen === null,
      inputRef,
      onStep: (by: 1 | -1) => {
        const at = people.findIndex(({ id }) => id === chosen?.id)
        const next = people[(at + by + people.length) % people.length]
        if (next !== undefined) choose(next.id)
      },
    },
  }
}
