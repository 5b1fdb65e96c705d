/** How the packed program is updated. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from 'electron'
import { z } from 'zod'
import { feedName, type UpdateProgram } from '../till/updates/index.ts'
import { type LastAct, updateWay } from './update-way.ts'

/** The package.json in the archive. `updateKeys` is added at packing (docs/updates.md). */
const manifestSchema = z.object({ version: z.string(), updateKeys: z.string().default('') })

export function updateProgram(
  out: string,
  last: LastAct,
): { readonly version: string; readonly program: UpdateProgram | null } {
  const { version, updateKeys } = manifestSchema.parse(
    JSON.parse(readFileSync(join(out, '..', 'package.json'), 'utf8')),
  )
  const keys = updateKeys.split(',').filter(Boolean)
  if (!app.isPackaged || keys.length === 0) return { version, program: null }
  const { platform, arch, env: environment, execPath, argv } = process
  const way = updateWay(
    { platform, environment, execPath, argv },
    {
      last,
      relaunch: (options) => app.relaunch(options),
      quit: () => app.quit(),
      execute: (file, args, env) => promisify(execFile)(file, args, { windowsHide: true, env }),
    },
  )
  return { version, program: { keys, feed: feedName(platform, arch), ...way } }
}
