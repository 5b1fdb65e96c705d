/** For a shell without a screen, on Linux. Chromium takes it only from the command line. */
export const HEADLESS = '--ozone-platform=headless'

/** electron-builder's installer for Windows starts the program with it after an update. Nothing reads it. */
const AFTER_UPDATE = '--updated'

/**
 * The arguments that a packaged till refuses: all, because a switch of Chromium or Node can open a debugging port, load
 * code or turn off the page's limits, and every release brings new ones. Only root may pass `--no-sandbox`, without
 * which Chromium does not run for root.
 */
export function refusedArguments(
  given: readonly string[],
  { isRoot, platform }: { readonly isRoot: boolean; readonly platform: NodeJS.Platform },
): readonly string[] {
  const allowed = [...(isRoot ? ['--no-sandbox'] : []), ...(platform === 'win32' ? [AFTER_UPDATE] : [])]
  return given.filter((argument) => !allowed.includes(argument))
}
