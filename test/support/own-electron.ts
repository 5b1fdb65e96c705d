import { type ElectronProgram, startElectron } from '../../scripts/run/hosts/electron-program.ts'
import { executableOf } from '../../scripts/run/hosts/index.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'

type Start = {
  readonly dataFolder: string
  /** The folder of the program. Default: the built product. */
  readonly program?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the program as on a shop's computer and calls `work` without waiting for the page. Kills the program afterwards. */
export async function inOwnElectron(
  { dataFolder, program = inProject('.'), env = {} }: Start,
  work: (till: ElectronProgram) => Promise<void>,
): Promise<void> {
  const till = await startElectron({
    executable: executableOf('electron'),
    args: [program],
    env: { ...env, TUGRIK_DATA: dataFolder },
  })
  try {
    await work(till)
  } finally {
    await till.kill()
  }
}
