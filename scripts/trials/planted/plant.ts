import { functionsIn } from './functions.ts'

/** Where a bug is planted: the text inside of a function, and what it becomes. */
export type Place = {
  readonly file: string
  /** A name that only one function of the file has. */
  readonly inFunction: string
  /** A text that is in the function once. */
  readonly text: string
  readonly becomes: string
}

/** The source text with the bug. Throws where the function or the text is not there exactly once. */
export function plant(code: string, { file, inFunction, text, becomes }: Place): string {
  const [found, ...others] = functionsIn(file, code).filter(({ name }) => name === inFunction)
  if (!found || others.length > 0)
    throw new Error(`${file} has ${found ? others.length + 1 : 0} functions ${inFunction}, not one`)
  const parts = code.slice(found.start, found.end).split(text)
  if (parts.length !== 2)
    throw new Error(`${inFunction} in ${file} has ${parts.length - 1} times, not once: ${text}`)
  return code.slice(0, found.start) + parts.join(becomes) + code.slice(found.end)
}
