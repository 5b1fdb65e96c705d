/** What a kill also does to the disk: nothing, or a power cut. */
export type Cut = {
  readonly env: (folder: string) => Promise<Record<string, string>>
  /** Runs after the process is gone and before the next one starts. */
  readonly happen: (folder: string, seed: number) => Promise<void>
}

export const noCut: Cut = { env: async () => ({}), happen: async () => {} }
