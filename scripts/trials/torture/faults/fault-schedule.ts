/** Draws from the table of faults, and counts how often each one had an effect. */
import type { Chance } from '../../../run/hosts/chance.ts'
import { FAULT_NAMES, FAULTS, type FaultGroup, type FaultName, type FaultOf, ofKind } from './fault-table.ts'

/** `names` are the faults that are switched on. */
export function createFaultSchedule(names: readonly FaultName[] = FAULT_NAMES) {
  const on = new Set(names)
  const counts = new Map<FaultName, number>()
  const count = (name: FaultName, times: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + times)
  return {
    isOn: (name: FaultName): boolean => on.has(name),
    /** Draws whether the fault happens now, by its chance; counts it then. */
    happens: (name: FaultName, chance: Chance): boolean => {
      const does = chance.happens(FAULTS[name].chance) && on.has(name)
      if (does) count(name, 1)
      return does
    },
    /** Draws one fault of a kind by weight, or `calm`; counts it. */
    oneOf: <Kind extends FaultGroup>(kind: Kind, calm: number, chance: Chance): FaultOf<Kind> | 'calm' => {
      const possible = ofKind(kind).filter((name) => on.has(name))
      const weights = Object.fromEntries(possible.map((name) => [name, FAULTS[name].chance]))
      const drawn = chance.weighed({ calm, ...weights }) as 'calm' | FaultOf<Kind>
      if (drawn !== 'calm') count(drawn, 1)
      return drawn
    },
    /** Takes a fault out of the count because it had no effect. */
    takeBack: (name: FaultName): void => count(name, -1),
    counts: (): Readonly<Record<string, number>> =>
      Object.fromEntries(
        FAULT_NAMES.filter((name) => on.has(name)).map((name) => [name, counts.get(name) ?? 0]),
      ),
  }
}

export type FaultSchedule = ReturnType<typeof createFaultSchedule>
