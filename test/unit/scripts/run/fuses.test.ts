import { expect, test } from 'vitest'
import { readFuses, wantedFuses } from '../../../../scripts/run/fuses.ts'

test('every fuse is chosen, and only those are on that protect', () => {
  expect(wantedFuses()).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('the fuses of a program are read from its file', () => {
  const program = Buffer.from('…dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000801001100…')
  expect(readFuses(program)).toEqual(wantedFuses())
  expect(readFuses(Buffer.from('no Electron'))).toBeNull()
})
