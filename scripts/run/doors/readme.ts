/** The commands of README.md: every line of its indented blocks that begins with npm, without its comment. */
export const commandsIn = (readme: string): readonly string[] =>
  [...readme.matchAll(/^ {4}(npm .*?)(?: *#.*)?$/gm)].map(([, command = '']) => command)

/** What only one of the two has, as sentences. */
export function differences(readme: readonly string[], table: readonly string[]): readonly string[] {
  return [
    ...readme.filter((one) => !table.includes(one)).map((one) => `scripts/run/doors/table.ts has no: ${one}`),
    ...table.filter((one) => !readme.includes(one)).map((one) => `README.md has no: ${one}`),
  ]
}
