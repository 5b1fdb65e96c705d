type Call = <Answer>(work: () => Answer) => Answer

/** The same object, whose functions, and those of its parts, are called by `call`. */
export function calledBy<Part extends object>(part: Part, call: Call): Part {
  const entries = Object.entries(part).map(([name, value]) => [name, partBy(value, call)])
  return Object.fromEntries(entries) as Part
}

function partBy(value: unknown, call: Call): unknown {
  if (typeof value === 'function') return (...args: unknown[]) => call(() => value(...args))
  return typeof value === 'object' && value !== null ? calledBy(value, call) : value
}
