/** Decisions about paths, which on Windows may be roots of drives (`D:\`) and shares (`\\server\share`). */
import systemPath, { type PlatformPath } from 'node:path'

/** Whether the folder is `own`, or inside it. */
export function isInside(own: string, folder: string, path: PlatformPath = systemPath): boolean {
  const way = path.relative(own, folder)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/** The path of a file in `home` as seen from `folder`, with slashes. */
export const nameBelow = (
  folder: string,
  home: string,
  name: string,
  path: PlatformPath = systemPath,
): string => path.relative(folder, path.join(home, name)).replaceAll(path.sep, '/')
