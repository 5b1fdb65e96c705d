import { createRequire } from 'node:module'

type Canvas = typeof import('@napi-rs/canvas')

let loaded: Canvas | null = null

/** The native canvas library, loaded at its first use: that takes an eighth of a second, and a start needs no picture. */
export function canvas(): Canvas {
  loaded ??= createRequire(import.meta.url)('@napi-rs/canvas') as Canvas
  return loaded
}
