/** What a kill does to the disk besides: nothing, or a power cut. */
export type Cut = {
  readonly env: (folder: string) => Promise<Record<string, string>>
  /** After the process is gone, before the next one starts. */
  readonly happen: (folder: string, seed: number) => Promise<void>
}

export const noCut: Cut = { env: async () => ({}), happen: async () => {} }
