import { join } from 'node:path'

/** The folder `resources/`. In the bundle this file is in `out/main/`, as deep as here. */
export const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')
