/** What is heard without looking: told apart by pitch and by number of tones, so that a noisy shop hides none. */
export const TUNES = {
  /** One short high tone, over before the next scan. */
  added: [{ hertz: 1320, at: 0, seconds: 0.05 }],
  /** Two low ones: nothing was rung up. */
  refused: [
    { hertz: 220, at: 0, seconds: 0.11 },
    { hertz: 185, at: 0.14, seconds: 0.16 },
  ],
  /** Three that rise: the money is there. */
  paid: [
    { hertz: 659, at: 0, seconds: 0.1 },
    { hertz: 784, at: 0.1, seconds: 0.1 },
    { hertz: 1047, at: 0.2, seconds: 0.22 },
  ],
} as const satisfies Readonly<Record<string, readonly Tone[]>>

export type Tone = { readonly hertz: number; readonly at: number; readonly seconds: number }
export type Tune = keyof typeof TUNES
