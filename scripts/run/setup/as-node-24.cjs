/**
 * Loaded into npm before it starts (dependencies.mjs). npm skips optional packages that do not support the Node version
 * on which it runs, but the installed packages run on Node 24 (node-24.mjs) and need some of them. So npm sees the
 * version of Node 24; the packages' own scripts see the true version.
 */
if (/\bnpm(-cli\.js)?$/.test(process.argv[1] ?? '')) {
  const { node } = require('../../../package.json').devDependencies
  Object.defineProperty(process, 'version', { value: `v${node}`, enumerable: true })
}
