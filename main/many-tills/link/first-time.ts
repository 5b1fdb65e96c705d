/** Tells for each key whether it comes for the first time, so that a warning is logged once. */
export function createFirstTime(): (key: string) => boolean {
  const seen = new Set<string>()
  return (key) => {
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  }
}
