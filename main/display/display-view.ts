import { type DisplayView, displayViewSchema, type TerminalView } from '../../shared/ipc/index.ts'
import type { Log } from '../environment.ts'
import { sceneOf } from './scene.ts'

/**
 * The customer display's view, made out of the terminal's. Parsed before it leaves: one that does not fit shows nothing of
 * the sale rather than too much of it.
 */
export function displayView(
  { mode, settings, counter }: Pick<TerminalView, 'mode' | 'settings' | 'counter'>,
  logo: string | null,
  log: Pick<Log, 'error'>,
): DisplayView {
  const { language, shop } = settings
  const known = { language, practice: mode === 'practice', shop: shop.name, logo }
  const parsed = displayViewSchema.safeParse({ ...known, scene: sceneOf(counter, language) })
  if (parsed.success) return parsed.data
  log.error(`the customer display's view does not fit: ${parsed.error.issues[0]?.path.join('.')}`)
  return { ...known, logo: null, scene: { name: 'idle' } }
}
