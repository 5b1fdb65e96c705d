/** A process that brings the data to their place, and is killed before its n-th work on a file. */
import { dataFolder } from '../../main/data-move.ts'
import type { DataPlaces } from '../../main/data-place.ts'
import { heldFiles } from '../../main/held-files.ts'

const [places = '', killedAt = ''] = process.argv.slice(2)
let works = 0
heldFiles.before = () => {
  works += 1
  if (works === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
}
dataFolder(JSON.parse(places) as DataPlaces, () => {})
