/** Draws from the table of faults, and counts how often each one had an effect. */
import type { Chance } from '../../../run/hosts/chance.ts'
import { FAULT_NAMES, FAULTS, type FaultGroup, type FaultName, type FaultOf, ofKind } from './fault-table.ts'

export type FaultSchedule = {
  readonly isOn: (name: FaultName) => boolean
  /** Draws whether the fault happens now, by its chance; counts it then. */
  readonly happens: (name: FaultName, chance: Chance) => boolean
  /** Draws one fault of a kind by weight, or `calm`; counts it. */
  readonly oneOf: <Kind extends FaultGroup>(
    kind: Kind,
    calm: number,
    chance: Chance,
  ) => FaultOf<Kind> | 'calm'
  /** Takes a fault out of the count because it had no effect. */
  readonly takeBack: (name: FaultName) => void
  readonly counts: () => Readonly<Record<string, number>>
}

/** `names` are the faults that are switched on. */
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
