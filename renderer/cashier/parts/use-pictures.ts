import { useEffect, useState } from 'react'
import { call, useView } from '../page/index.ts'

const NONE: ReadonlyMap<string, string> = new Map()
const AT_ONCE = 60

/** Pictures of products on the screen as data URLs, by code. Loaded again when the catalogue changes. */
export function usePictures(codes: readonly string[]): ReadonlyMap<string, string> {
  const version = useView((view) => view.goods.version)
  const [pictures, setPictures] = useState(NONE)
  const wanted = codes.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads the pictures again.
  useEffect(() => {
    let overtaken = false
    const all = wanted === '' ? [] : wanted.split('\n')
    const fill = async () => {
      const found = new Map<string, string>()
      for (let at = 0; at < all.length; at += AT_ONCE) {
        const reply = await call('getPictures', { codes: all.slice(at, at + AT_ONCE) })
        if (reply.ok) for (const { code, picture } of reply.value) found.set(code, picture)
      }
      if (!overtaken) setPictures(found)
    }
    if (all.length > 0) void fill()
    return () => {
      overtaken = true
    }
  }, [wanted, version])
  return wanted === '' ? NONE : pictures
}
