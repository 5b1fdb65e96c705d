import { join, sep } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTENT_POLICY, fileForRequest } from '../../../../main/electron/security/index.ts'

const ROOT = join(sep, 'app', 'out', 'renderer')
const INSIDE = new RegExp(`^${ROOT}${sep}`)
const at = (path: string) => fileForRequest(ROOT, `app://pos${path}`)

test('the page gets its own files', () => {
  expect(at('/cashier/index.html')).toEqual({
    path: join(ROOT, 'cashier', 'index.html'),
    type: 'text/html; charset=utf-8',
  })
  expect(at('/assets/cashier-1a2b.js?x=1')?.path).toBe(join(ROOT, 'assets', 'cashier-1a2b.js'))
})

test('nothing outside its folder is served, however the path is written', () => {
  for (const path of [
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/assets/..%2f..%2f..%2fetc%2fpasswd.html',
    '/%2e%2e%5csecret.html',
    '/..\\secret.html',
    '/a%00.html',
    '/%E0%A4%A.html',
    '/',
    '',
  ])
    expect(at(path)?.path ?? join(ROOT, 'refused'), path).toMatch(INSIDE)
  expect(at('/assets/..%2f..%2f..%2fetc%2fpasswd.html')).toBeNull()
  expect(at('/%2e%2e%5csecret.html')).toBeNull()
})

test('only file types of the page are served', () => {
  for (const path of ['/cashier/index.map', '/settings.json', '/journal.sqlite', '/x'])
    expect(at(path), path).toBeNull()
})

test('no address leads out of the folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const file = at(`/${text}.html`)
      expect(file === null || file.path.startsWith(ROOT + sep)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('the page may load its own files and connect to nothing', () => {
  expect(CONTENT_POLICY).toContain("default-src 'none'")
  expect(CONTENT_POLICY).toContain("connect-src 'none'")
  expect(CONTENT_POLICY).toContain("require-trusted-types-for 'script'; trusted-types default")
  expect(CONTENT_POLICY).not.toMatch(/unsafe|\*|https?:/)
})
