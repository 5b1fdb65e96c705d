/** Calls its listeners at each `emit`. */
export type Signal = { readonly emit: () => void; readonly listen: (listener: () => void) => void }

export function createSignal(): Signal {
  const listeners: (() => void)[] = []
  return {
    emit: () => {
      for (const listener of listeners) listener()
    },
    listen: (listener) => void listeners.push(listener),
  }
}
