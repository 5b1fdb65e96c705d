import { createRequire } from 'node:module'

type Canvas = typeof import('@napi-rs/canvas')

let loaded: Canvas | null = null

/** The native canvas library. Loaded at its first use, because a start needs no picture and loading takes 125 ms. */
export function canvas(): Canvas {
  loaded ??= createRequire(import.meta.url)('@napi-rs/canvas') as Canvas
  return loaded
}
