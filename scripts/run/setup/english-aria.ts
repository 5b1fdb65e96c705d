import type { Plugin } from 'vite'

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
