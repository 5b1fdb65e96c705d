import { createStore, type StoreApi } from 'zustand/vanilla'

const clearings: (() => void)[] = []

/**
 * A store for what a person typed, chose and was told. It keeps that while other rooms are open, until another person
 * signs in.
 */
export function createRoomStore<State>(first: State): StoreApi<State> {
  const store = createStore<State>(() => first)
  clearings.push(() => store.setState(first, true))
  return store
}

/** Resets all room stores. Call it when another person signs in. */
export const clearRooms = (): void => {
  for (const clear of clearings) clear()
}
