/** Calls its listeners at each `emit`. */
export type Signal<Value = void> = {
  readonly emit: (value: Value) => void
  readonly listen: (listener: (value: Value) => void) => void
}

export function createSignal<Value = void>(): Signal<Value> {
  const listeners: ((value: Value) => void)[] = []
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
