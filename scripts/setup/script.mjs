import { SetupFailed } from './progress.mjs'

/**
 * Runs a script and sets its exit code. A failed set-up step has shown its log, so its error is printed as one line.
 * @param {() => Promise<number | void>} work returns the exit code; nothing means success
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
