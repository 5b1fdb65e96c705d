import type { DisplaySetting } from '../../shared/shop/settings.ts'

type Bounds = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Screen = { readonly id: number; readonly bounds: Bounds }

export type DisplayPlace =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'window' }
  /** All of a screen. */
  | { readonly kind: 'screen'; readonly id: number; readonly bounds: Bounds }

/**
 * Where the customer display opens: on the first screen without the cashier's window, or in a plain window if the
 * setting says so. Without a second screen it does not open.
 */
export function displayPlace(
  setting: DisplaySetting,
  screens: readonly Screen[],
  cashierScreen: number,
): DisplayPlace {
  if (setting === 'off') return { kind: 'nowhere' }
  if (setting === 'window') return { kind: 'window' }
  const second = screens.find(({ id }) => id !== cashierScreen)
  if (second === undefined) return { kind: 'nowhere' }
  return { kind: 'screen', id: second.id, bounds: second.bounds }
}

export const samePlace = (one: DisplayPlace, other: DisplayPlace): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
