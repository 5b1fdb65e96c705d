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

let visit = 0

/**
 * Another person has signed in: all room stores are reset, and replies to earlier requests are dropped. Returns how often
 * that has happened.
 */
export function beginVisit(): number {
  for (const clear of clearings) clear()
  visit += 1
  return visit
}

/**
 * Resolves with the reply to a request of the person who is signed in now. If another person signs in first, it never resolves:
 * they would see or hear the result, be asked for its approval, or trigger the requests that follow it.
 */
export async function inThisVisit<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const mine = visit
  const answer = await asked
  return mine === visit ? answer : new Promise<never>(() => {})
}
