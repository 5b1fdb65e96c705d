import { page } from '../store.ts'

const LOUDNESS = 0.18
/** Fades each tone in and out, because an abrupt edge clicks. */
const EDGE_SECONDS = 0.008

let machine: AudioContext | null = null

/** Plays a tune, unless sounds are off or the window is hidden. A failure of the sound device is ignored. */
export function sound(tune: Tune): void {
  if (page.getState().view?.settings.sounds !== 'on' || document.hidden) return
  try {
    machine ??= new AudioContext()
    // The browser allows sound only after a user gesture. Until then the page is silent and tries again each time.
    if (machine.state !== 'running') void machine.resume().catch(() => {})
    for (const tone of TUNES[tune]) play(machine, tone)
  } catch {
    machine = null
  }
}

function play(to: AudioContext, { hertz, at, seconds }: Tone): void {
  const begins = to.currentTime + at
  const ends = begins + seconds
  const tone = new OscillatorNode(to, { type: 'triangle', frequency: hertz })
  const volume = new GainNode(to, { gain: 0 })
  volume.gain.setValueAtTime(0, begins)
  volume.gain.linearRampToValueAtTime(LOUDNESS, begins + EDGE_SECONDS)
  volume.gain.setValueAtTime(LOUDNESS, ends - EDGE_SECONDS)
  volume.gain.linearRampToValueAtTime(0, ends)
  tone.connect(volume).connect(to.destination)
  tone.start(begins)
  tone.stop(ends)
}

/** The tunes differ in pitch and in number of tones, so that they can be told apart in a noisy shop. */
const TUNES = {
  /** One short high tone, over before the next scan. */
  added: [{ hertz: 1320, at: 0, seconds: 0.05 }],
  /** Two low tones: nothing was added. */
  refused: [
    { hertz: 220, at: 0, seconds: 0.11 },
    { hertz: 185, at: 0.14, seconds: 0.16 },
  ],
  /** Three rising tones: the money is received. */
  paid: [
    { hertz: 659, at: 0, seconds: 0.1 },
    { hertz: 784, at: 0.1, seconds: 0.1 },
    { hertz: 1047, at: 0.2, seconds: 0.22 },
  ],
} as const satisfies Readonly<Record<string, readonly Tone[]>>

type Tone = { readonly hertz: number; readonly at: number; readonly seconds: number }
export type Tune = keyof typeof TUNES
