import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Pictures of the screen, numbered in the order in which they were taken. */
export type Pictures = {
  readonly take: (name: string) => Promise<string>
  /** File names inside the folder. */
  readonly taken: () => readonly string[]
}

export function picturesIn(folder: string, page: Page): Pictures {
  const names: string[] = []
  return {
    take: async (name) => {
      const file = `${String(names.length + 1).padStart(2, '0')}-${name}.png`
      names.push(file)
      console.error(`… ${file}`) // a sign of life; standard output is the result's
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      return join(folder, file)
    },
    taken: () => names,
  }
}
