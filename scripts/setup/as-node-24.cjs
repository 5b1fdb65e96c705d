/**
 * Loaded into npm before it begins (dependencies.mjs). npm leaves out optional packages that the Node it runs on is too
 * old for, and some of ours are needed ones: what it installs is run by Node 24 (node-24.mjs), so npm is told that one.
 * The packages' own scripts are told the truth.
 */
if (/\bnpm(-cli\.js)?$/.test(process.argv[1] ?? '')) {
  const { node } = require('../../package.json').devDependencies
  Object.defineProperty(process, 'version', { value: `v${node}`, enumerable: true })
}
