/** A self-contained page for a printer or a PDF, in the font of receipts. */
import { INTER, interFiles } from './inter.ts'

/** Anybody may type the name of a product, so the page may run no scripts in any browser. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

type HtmlPage = {
  readonly language: string
  readonly title: string
  /** CSS; the font is that of the page. */
  readonly style: string
  /** Lines of HTML. */
  readonly body: readonly string[]
}

export const htmlPage = ({ language, title, style, body }: HtmlPage): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${[...interFiles().map(fontFace), ALL, style].join('\n')}</style>`,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n')

const fontFace = ({ family, woff2 }: { readonly family: string; readonly woff2: Buffer }): string =>
  `@font-face { font-family: "${family}"; font-weight: 100 900; src: url(data:font/woff2;base64,${woff2.toString('base64')}) format("woff2") }`

const ALL = `
* { box-sizing: border-box; margin: 0; padding: 0 }
html { background: #fff; color: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact }
body { font-family: ${INTER}, sans-serif; line-height: 1.25 }`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for a quoted attribute. Control characters are not valid HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter).replace(/(?![\t\n\r])\p{Cc}/gu, '')
