import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { inProject } from './project.mjs'

/**
 * Moves the program of this process out of `node_modules`, if it is from there, as in an npm script. `npm ci` deletes that folder,
 * and Windows refuses to delete a program that runs, but lets it be moved on the same disk. `process.execPath` follows.
 * @param {string} modules
 * @param {string} place
 */
export function keepRunningNode(modules = inProject('node_modules'), place = inProject('out/.node')) {
  if (!process.execPath.startsWith(modules + sep)) return
  mkdirSync(place, { recursive: true })
  for (const name of readdirSync(place)) removeIfEnded(join(place, name))
  const kept = join(place, `${process.pid}-${basename(process.execPath)}`)
  renameSync(process.execPath, kept)
  process.execPath = kept
}

/**
 * Those of earlier set-ups. One that still runs stays.
 * @param {string} program
 */
function removeIfEnded(program) {
  try {
    rmSync(program)
  } catch {
    // Removed by a later set-up.
  }
}
