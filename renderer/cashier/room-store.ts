import { createStore, type StoreApi } from 'zustand/vanilla'

const clearings: (() => void)[] = []

/** A store of what a person typed and chose in a room. It is kept while another room is open, until another person signs in. */
export function createRoomStore<State>(first: State): StoreApi<State> {
  const store = createStore<State>(() => first)
  clearings.push(() => store.setState(first, true))
  return store
}

/** For another person: nothing that the person before typed or chose in any room. */
export const clearRooms = (): void => {
  for (const clear of clearings) clear()
}
