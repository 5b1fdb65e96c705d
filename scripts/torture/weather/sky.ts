/** Draws from the list of weathers, and counts what came of it. */
import type { Chance } from '../chance.ts'
import {
  ofKind,
  WEATHER_NAMES,
  WEATHERS,
  type WeatherKind,
  type WeatherName,
  type WeatherOf,
} from './weathers.ts'

export type Sky = {
  readonly isOn: (name: WeatherName) => boolean
  /** Whether it happens now, by its chance; counted where it does. */
  readonly happens: (name: WeatherName, chance: Chance) => boolean
  /** One of a kind by weight, or `calm` by its own; counted. */
  readonly oneOf: <Kind extends WeatherKind>(
    kind: Kind,
    calm: number,
    chance: Chance,
  ) => WeatherOf<Kind> | 'calm'
  /** It came to nothing after all. */
  readonly takeBack: (name: WeatherName) => void
  readonly counts: () => Readonly<Record<string, number>>
}

/** `names` are those that are switched on. */
export function createSky(names: readonly WeatherName[] = WEATHER_NAMES): Sky {
  const on = new Set(names)
  const counts = new Map<WeatherName, number>()
  const count = (name: WeatherName, times: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + times)
  return {
    isOn: (name) => on.has(name),
    happens: (name, chance) => {
      const does = chance.happens(WEATHERS[name].chance) && on.has(name)
      if (does) count(name, 1)
      return does
    },
    oneOf: (kind, calm, chance) => {
      const weights = Object.fromEntries(
        ofKind(kind)
          .filter((name) => on.has(name))
          .map((name) => [name, WEATHERS[name].chance]),
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
        WEATHER_NAMES.filter((name) => on.has(name)).map((name) => [name, counts.get(name) ?? 0]),
      ),
  }
}
