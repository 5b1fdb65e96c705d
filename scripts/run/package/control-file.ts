export type DebFacts = {
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly maintainer: string
  readonly url: string
  readonly category: string
  readonly 'deb-priority': string
  readonly d: readonly string[]
  readonly 'deb-recommends': readonly string[]
  readonly description: string
}

/** The control file of a deb (https://www.debian.org/doc/debian-policy/ch-controlfields.html). `kilobytes` is its size when installed. */
export function controlFile(facts: DebFacts, kilobytes: number): string {
  const [synopsis = '', ...lines] = facts.description.split('\n').map((line) => line.trim())
  const fields = {
    Package: facts.name,
    Version: facts.version,
    Architecture: facts.architecture,
    Maintainer: facts.maintainer,
    'Installed-Size': String(kilobytes),
    Depends: facts.d.join(', '),
    Recommends: facts['deb-recommends'].join(', '),
    Section: facts.category,
    Priority: facts['deb-priority'],
    Homepage: facts.url,
    Description: [synopsis, ...lines.filter(Boolean).map((line) => ` ${line}`)].join('\n'),
  }
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
