/** What programs print that run side by side, one after the other. */
export type Output = {
  readonly print: (text: string | Uint8Array) => void
  readonly end: () => void
  /** Whether other programs run beside this one. */
  readonly shared: boolean
}

/** The output of the first program is printed as it comes. That of each other one is kept until those before it have ended. */
export function takeTurns<Program>(programs: readonly Program[]): (readonly [Program, Output])[] {
  const kept: (string | Uint8Array)[][] = programs.map(() => [])
  const ended = new Set<number>()
  let turn = 0
  const printKept = (): void => {
    for (const text of kept[turn]?.splice(0) ?? []) process.stdout.write(text)
  }
  return programs.map((program, place) => {
    const print = (text: string | Uint8Array): void => {
      kept[place]?.push(text)
      if (place === turn) printKept()
    }
    const end = (): void => {
      ended.add(place)
      while (ended.has(turn)) {
        turn += 1
        printKept()
      }
    }
    return [program, { shared: programs.length > 1, print, end }]
  })
}
