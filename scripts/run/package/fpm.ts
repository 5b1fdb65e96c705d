#!/usr/bin/env node
/**
 * Makes a deb with dpkg-deb from the arguments that electron-builder gives to fpm: fpm is a Ruby program of 60 MB that
 * electron-builder would download, and dpkg-deb is on every Debian and Ubuntu. An option that it does not know ends it.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { controlFile } from './control-file.ts'

const text = { type: 'string', default: '' } as const
const texts = { type: 'string', multiple: true, default: [] as string[] } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: text,
    t: text,
    force: { type: 'boolean' },
    d: texts,
    'deb-recommends': texts,
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
  },
})

const root = mkdtempSync(join(tmpdir(), 'tugrik-deb-'))
try {
  for (const pair of positionals) put(pair)
  const control = join(root, 'DEBIAN')
  mkdirSync(control)
  writeFileSync(join(control, 'control'), controlFile(values, kilobytes()))
  for (const [name, script] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ] as const) {
    cpSync(script, join(control, name))
    chmodSync(join(control, name), 0o755)
  }
  chmodSync(root, 0o755)
  // gzip is for tests (deb.ts).
  const compression =
    values['deb-compression'] === 'gz' ? ['-Zgzip', '-z1'] : [`-Z${values['deb-compression']}`]
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, values.package], {
    stdio: 'inherit',
  })
} finally {
  rmSync(root, { recursive: true, force: true })
}

/** `from=to`: a file, or with a slash at its end a folder with what it contains. */
function put(pair: string): void {
  const [from = '', to = ''] = pair.split('=')
  const target = join(root, to)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(from, target, { recursive: true, verbatimSymlinks: true })
  // The rights of the builder's own umask are not for others.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', target])
}

function kilobytes(): number {
  const files = globSync('**', { cwd: root }).map((file) => lstatSync(join(root, file)))
  return Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024)
}
