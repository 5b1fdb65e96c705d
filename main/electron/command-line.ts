/** For a shell without a screen, on Linux. Chromium takes it only from the command line. */
export const HEADLESS = '--ozone-platform=headless'

/**
 * The arguments that a packaged till refuses: all, because a switch of Chromium or Node can open a debugging port, load
 * code or turn off the page's limits, and every release brings new ones. Only root may pass `--no-sandbox`, without
 * which Chromium does not run for root.
 */
export const refusedArguments = (given: readonly string[], isRoot: boolean): readonly string[] =>
  given.filter((argument) => !(isRoot && argument === '--no-sandbox'))
