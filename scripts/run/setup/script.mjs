import { SetupFailed } from './progress.mjs'

/**
 * Runs a script and sets its exit code. A failed set-up step has shown its log, so its error is printed as one line; so is an
 * option that the script does not know.
 * @param {() => Promise<number | void>} work returns the exit code; nothing means success
 */
export async function script(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    if (!(error instanceof SetupFailed) && !isOfOptions(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/**
 * Whether `parseArgs` refused the command line.
 * @param {unknown} error
 * @returns {error is Error}
 */
const isOfOptions = (error) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
