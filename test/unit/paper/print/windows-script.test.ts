/** resources/windows/printers.ps1 runs only on Windows. What can be known of it elsewhere: */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const script = readFileSync(join(root, 'resources', 'windows', 'printers.ps1'), 'utf8')

test('the script of Windows has ASCII only, because Windows PowerShell reads other letters by the system’s code page', () => {
  expect(script).toMatch(/^[\x20-\x7e\n]*$/)
})

test('the script makes no command of a request', () => {
  expect(script).not.toMatch(
    /Invoke-Expression|\biex\b|\[scriptblock\]|&\s*\$|-EncodedCommand|Start-Process/i,
  )
})

test('the script is unpacked beside the archive, where PowerShell can read it', () => {
  expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toMatch(
    /asarUnpack:(\n {2}- .*)*\n {2}- "resources\/windows\/\*\*"/,
  )
})

test('the script passes a printer’s data to no command, because a policy may log the parameters of commands', () => {
  const uses = script.split('\n').filter((line) => /\$(script:)?data\b/.test(line))
  const methods =
    /^\s*(\$data = \$null|if \(\$request\.data\) \{ \$data = \[Convert\]::FromBase64String\(\$reader\.ReadLine\(\)\) \}|\$script:port\.Write\(.*|'print' .*\[TugrikSpooler\]::Print\(.*)$/
  expect(uses).not.toEqual([])
  for (const use of uses) expect(use).toMatch(methods)
})
