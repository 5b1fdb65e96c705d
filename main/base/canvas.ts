import { createRequire } from 'node:module'
import { startThread } from './thread.ts'

type Canvas = typeof import('@napi-rs/canvas')

let loaded: Canvas | null = null
let loading: Promise<void> | null = null

/**
 * The native canvas library. Loaded at its first use, because a start needs no picture. Loading it blocks for 0.1 s, and for as
 * long as a slow disk or a scanner of the system holds its file: whatever can wait waits for `canvasReady` first.
 */
export function canvas(): Canvas {
  loaded ??= createRequire(import.meta.url)('@napi-rs/canvas') as Canvas
  return loaded
}

/**
 * Loads the library without blocking: a worker thread loads it first, and while it is loaded there, loading it here takes
 * only 5 ms. Never rejects: if the library cannot be loaded, `canvas` throws.
 */
export function canvasReady(): Promise<void> {
  if (loaded !== null) return Promise.resolve()
  loading ??= afterThread().catch(() => {})
  return loading
}

/** An async function, so that it rejects instead of throwing if the system cannot start another thread. */
async function afterThread(): Promise<void> {
  const { done } = startThread<'loaded', void>('canvas-worker.js', null, THREAD_LIMITS, (_loaded, reply) => {
    try {
      canvas()
      reply.done()
    } catch (error) {
      reply.fail(error)
    }
  })
  return done
}

const THREAD_LIMITS = { megabytes: 64, ms: 10_000 }
