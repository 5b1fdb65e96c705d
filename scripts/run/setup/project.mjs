import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json, also for a bundle of this file in `out/`. */
export const PROJECT = above(dirname(fileURLToPath(import.meta.url)))

/**
 * @param {string} folder
 * @returns {string}
 */
function above(folder) {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder))
}

/** @param {string} path relative to the project's folder */
export const inProject = (path) => resolve(PROJECT, path)
