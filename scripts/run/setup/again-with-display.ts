import { withDisplay } from './machine.ts'
import { runGroup } from './process-group.ts'

/** Runs this script again under a virtual display. */
export function runAgainWithDisplay(given: readonly string[] = process.argv.slice(1)): Promise<number> {
  const { command, args } = withDisplay(process.execPath, given)
  return runGroup(command, args)
}
