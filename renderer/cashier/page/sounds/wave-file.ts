export type Tone = { readonly hertz: number; readonly at: number; readonly seconds: number }

const RATE = 22_050
const LOUDNESS = 0.18
/** Fades each tone in and out, because an abrupt edge clicks. */
const EDGE_SECONDS = 0.008

/** A data URL of a WAV file: a header of 44 bytes, then samples of 8 bits, with 128 as silence, in one channel. */
export function waveFile(tones: readonly Tone[]): string {
  const seconds = Math.max(...tones.map((tone) => tone.at + tone.seconds))
  const length = Math.ceil(seconds * RATE)
  const bytes = new Uint8Array(44 + length).fill(128)
  const head = new DataView(bytes.buffer)
  const words = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  words(0, 'RIFF')
  head.setUint32(4, 36 + length, true)
  words(8, 'WAVEfmt ')
  head.setUint32(16, 16, true) // the length of the format, which follows
  head.setUint16(20, 1, true) // not compressed
  head.setUint16(22, 1, true) // channels
  head.setUint32(24, RATE, true)
  head.setUint32(28, RATE, true) // bytes a second
  head.setUint16(32, 1, true) // bytes a sample
  head.setUint16(34, 8, true) // bits a sample
  words(36, 'data')
  head.setUint32(40, length, true)
  for (const tone of tones) {
    const begins = Math.round(tone.at * RATE)
    const many = Math.floor(tone.seconds * RATE)
    for (let place = 0; place < many; place += 1)
      bytes[44 + begins + place] = Math.round(128 + 127 * LOUDNESS * levelOf(tone, place / RATE))
  }
  return `data:audio/wav;base64,${btoa(String.fromCharCode(...bytes))}`
}

/** From −1 to 1: a triangle, which is softer than a square and louder than a sine on a till's small loudspeaker. */
function levelOf({ hertz, seconds }: Tone, at: number): number {
  const phase = (at * hertz) % 1
  const triangle = 1 - 4 * Math.abs(((phase + 0.25) % 1) - 0.5)
  return triangle * Math.min(1, at / EDGE_SECONDS, (seconds - at) / EDGE_SECONDS)
}
