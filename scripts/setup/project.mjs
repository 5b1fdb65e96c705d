import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json. */
export const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** @param {string} path relative to the project's folder */
export const inProject = (path) => resolve(PROJECT, path)
