import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'

// Much longer than a test may take: whoever waits for it fails.
const PROGRAM = ['sh', ['-c', 'sleep 1000 & echo ready; wait']]
const SCRIPT = `
  import { runGroup } from ${JSON.stringify(inProject('scripts/run/setup/process-group.ts'))}
  await runGroup(...${JSON.stringify(PROGRAM)})`

test.skipIf(process.platform === 'win32')(
  'a command that is told to end ends what it started, also behind a shell',
  async () => {
    const command = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(command.stdout, 'data')
    command.kill('SIGTERM')
    // Comes when the last process that holds the output has ended.
    const [code] = await once(command, 'close')
    expect(code).toBe(143)
  },
)
