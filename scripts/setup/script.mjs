import { SetupFailed } from './progress.mjs'

/**
 * A script from its first line to its exit code. A set-up that failed has shown its log: one line is enough then.
 * @param {() => Promise<number | void>} work gives the exit code; none is success
 */
export async function script(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
