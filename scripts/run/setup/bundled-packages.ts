import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

/** The folder of the npm package that a module belongs to. */
const packageOf = (id: string): string | undefined =>
  /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]

/** Writes the folders of the packages whose code or style a build contains, for the notices (scripts/run/package/inside.ts). */
export const bundledPackages = (fileOf: (entries: string) => string): Plugin => ({
  name: 'bundled-packages',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
    const modules = chunks.flatMap((chunk) =>
      Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
        renderedLength > 0 || id.includes('.css') ? id : [],
      ),
    )
    const folders = [...new Set(modules.flatMap((id) => packageOf(id) ?? []))].sort()
    const entries = chunks.filter(({ isEntry }) => isEntry).map(({ name }) => name)
    const file = fileOf(entries.sort().join('-'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(folders))
  },
})

const OTHER_WORDS =
  /[\\/]react-(aria|aria-components|stately)[\\/]dist[\\/]private[\\/]intl[\\/].*\b(?!en-US)\w\w-\w\w\.mjs$/

/**
 * React Aria has its own words for screen readers in 34 languages, without Mongolian, and takes English where it has
 * none. The pages leave out the other 33, which are a tenth of their script.
 */
export const englishAria = (): Plugin => ({
  name: 'english-aria',
  enforce: 'pre',
  load: (id) => (OTHER_WORDS.test(id) ? 'export default null' : null),
})
