/** Draws from the list of faults, and counts how often each had an effect. */
import type { Chance } from '../chance.ts'
import { FAULT_NAMES, FAULTS, type FaultGroup, type FaultName, type FaultOf, ofKind } from './fault-table.ts'

export type FaultSchedule = {
  readonly isOn: (name: FaultName) => boolean
  /** Whether it happens now, by its chance; counted where it does. */
  readonly happens: (name: FaultName, chance: Chance) => boolean
  /** One of a kind by weight, or `calm` by its own; counted. */
  readonly oneOf: <Kind extends FaultGroup>(
    kind: Kind,
    calm: number,
    chance: Chance,
  ) => FaultOf<Kind> | 'calm'
  /** It came to nothing after all. */
  readonly takeBack: (name: FaultName) => void
  readonly counts: () => Readonly<Record<string, number>>
}

/** `names` are those that are switched on. */
export function createFaultSchedule(names: readonly FaultName[] = FAULT_NAMES): FaultSchedule {
  const on = new Set(names)
  const counts = new Map<FaultName, number>()
  const count = (name: FaultName, times: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + times)
  return {
    isOn: (name) => on.has(name),
    happens: (name, chance) => {
      const does = chance.happens(FAULTS[name].chance) && on.has(name)
      if (does) count(name, 1)
      return does
    },
    oneOf: (kind, calm, chance) => {
      const weights = Object.fromEntries(
        ofKind(kind)
          .filter((name) => on.has(name))
          .map((name) => [name, FAULTS[name].chance]),
      )
      const drawn = chance.weighed({ calm, ...weights }) as
        | 'calm'
        | ReturnType<typeof ofKind<typeof kind>>[number]
      if (drawn !== 'calm') count(drawn, 1)
      return drawn
    },
    takeBack: (name) => count(name, -1),
    counts: () =>
      Object.fromEntries(
        FAULT_NAMES.filter((name) => on.has(name)).map((name) => [name, counts.get(name) ?? 0]),
      ),
  }
}
