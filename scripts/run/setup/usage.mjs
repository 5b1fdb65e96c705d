import { readFileSync } from 'node:fs'

/**
 * What `--help` prints: the comment at the top of a script.
 * @param {string} file
 */
export function usageOf(file) {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? []
  return comment.replace(/^ \*? ?/gm, '').trim()
}
