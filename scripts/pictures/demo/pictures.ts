import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Takes pictures of the screen and numbers them in order. */
export type Pictures = {
  readonly take: (name: string) => Promise<string>
  /** Names of the files in the folder. */
  readonly taken: () => readonly string[]
}

export function picturesIn(folder: string, page: Page): Pictures {
  const names: string[] = []
  return {
    take: async (name) => {
      const file = `${String(names.length + 1).padStart(2, '0')}-${name}.png`
      names.push(file)
      console.error(`… ${file}`) // progress goes to standard error: standard output has only the result
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      return join(folder, file)
    },
    taken: () => names,
  }
}
