import { isAbsolute, join, normalize, relative, sep } from 'node:path'

/**
 * The content security policy. The page may load its own files and connect to nothing. It cannot turn text into HTML or
 * code: its only policy for trusted types allows the empty string alone (renderer/theme/trusted-html.ts). In its sandbox it opens no box and no print dialog, which could be taken for a system dialog, and stop the till. It
 * has no origin there, so Chromium stores nothing for it: a database in memory would fill the main process.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-scripts allow-forms',
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

export const CONTENT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // For its scripts and fonts, because in the sandbox the page has no origin, so it is of another one than its files.
  'Access-Control-Allow-Origin': '*',
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/**
 * The file of the built page for a request; null for a path outside the folder, of a kind that the page does not have,
 * or no path at all. Encoded slashes, backslashes and dots are decoded before the check.
 */
export function fileForRequest(root: string, url: string): { path: string; type: string } | null {
  if (!URL.canParse(url)) return null
  let path: string
  try {
    path = decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
  if (path.includes('\0') || path.includes('\\')) return null
  const file = normalize(join(root, path))
  const inside = relative(root, file)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]
  return type === undefined ? null : { path: file, type }
}
