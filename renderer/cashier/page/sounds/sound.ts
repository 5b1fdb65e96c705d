import { page } from '../store.ts'
import { waveFile } from './wave-file.ts'

/**
 * Plays a tune, unless sounds are off or the window is hidden. A failure of the sound device is ignored.
 *
 * A media element, because a new AudioContext holds up the whole page, twice ten seconds, while the sound device does
 * not answer (`kMaxAuthorizationTimeout` in Chromium's audio_device_factory.cc).
 */
export function sound(tune: Tune): void {
  if (page.getState().view?.settings.sounds !== 'on' || document.hidden) return
  const player = playerOf(tune)
  player.currentTime = 0
  // The browser allows sound only after a user gesture. Until then the page is silent and tries again each time.
  void player.play().catch(() => {})
}

const players = new Map<Tune, HTMLAudioElement>()

function playerOf(tune: Tune): HTMLAudioElement {
  const player = players.get(tune) ?? new Audio(waveFile(TUNES[tune]))
  players.set(tune, player)
  return player
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
  /** High, low, high: money that a person must decide about. */
  late: [
    { hertz: 784, at: 0, seconds: 0.12 },
    { hertz: 523, at: 0.14, seconds: 0.12 },
    { hertz: 784, at: 0.28, seconds: 0.12 },
  ],
} as const

export type Tune = keyof typeof TUNES
