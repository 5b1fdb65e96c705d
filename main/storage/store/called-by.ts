type Call = <Answer>(work: () => Answer) => Answer

/** Returns a copy of the object in which `call` runs each function, also those of nested objects. */
export function calledBy<Part extends object>(part: Part, call: Call): Part {
  const entries = Object.entries(part).map(([name, value]) => [name, partBy(value, call)])
  return Object.fromEntries(entries) as Part
}

function partBy(value: unknown, call: Call): unknown {
  if (typeof value === 'function') return (...args: unknown[]) => call(() => value(...args))
  return typeof value === 'object' && value !== null ? calledBy(value, call) : value
}
