/** Publishes the views of the cashier's page and of the customer display. */
import type { DisplayView, PageView, TerminalView } from '../../shared/page/index.ts'
import type { Log } from '../base/clock-and-log.ts'
import { type Raster, rasterAsDataUrl } from '../paper/draw/index.ts'
import { fittingView, pageView, terminalView, type ViewParts } from './commands/index.ts'
import { displayView } from './display/index.ts'
import type { CurrentSession, Logo } from './session/index.ts'

export type Views = ReturnType<typeof createViews>

type Parts = ViewParts & {
  readonly current: Pick<CurrentSession<unknown>, 'get' | 'opened'>
  readonly logo: Logo
  readonly log: Log
}

/** Collects the changes of one turn of the event loop into one view. */
export function createViews(parts: Parts) {
  const { current, logo, log } = parts
  const listeners = new Set<(view: TerminalView) => void>()
  const picture = keptPicture(() => logo.read(80))
  const present = (): TerminalView => terminalView(current.get(), parts)
  /** Each view is checked once for all listeners: with 300 lines in the cart the check takes longer than the change. */
  const fittingOf = keptFor((view: TerminalView) => fittingView(pageView(view, parts), log))
  const displayed = (view: TerminalView): DisplayView => displayView(view, picture(), log)
  let last = present()
  let telling: Promise<void> | null = null
  let ended = false

  const tell = (): void => {
    if (ended || listeners.size === 0 || current.opened() === null) return
    last = present()
    for (const listener of listeners) listener(last)
  }

  const listen = (listener: (view: TerminalView) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    /** Calls the listener with every new view of the cashier's page. A view that breaks its schema is only logged. */
    onView: (listener: (view: PageView) => void) =>
      listen((view) => {
        const fitting = fittingOf(view)
        if (fitting !== null) listener(fitting)
      }),
    /** The customer display's present view; `onDisplay` tells every new one. */
    display: (): DisplayView => {
      if (current.opened() !== null) last = present()
      return displayed(last)
    },
    /** Computes a view only while `isWanted` returns true, because most tills have no customer display. */
    onDisplay: (listener: (view: DisplayView) => void, isWanted = () => true) =>
      listen((view) => {
        if (isWanted()) listener(displayed(view))
      }),
    /** Publishes new views once the present turn of the event loop is over. */
    changed: () => {
      if (ended) return
      telling ??= new Promise((told) => {
        setImmediate(() => {
          telling = null
          try {
            tell()
          } finally {
            told()
          }
        })
      })
    },
    /** Resolves once listeners have received the changes so far. */
    told: () => telling ?? Promise.resolve(),
    end: () => {
      ended = true
    },
  }
}

/** Calls `work` again only for another object than the last one. */
function keptFor<Given extends object, Made>(work: (given: Given) => Made): (given: Given) => Made {
  let kept: { readonly given: Given; readonly made: Made } | null = null
  return (given) => {
    if (kept?.given !== given) kept = { given, made: work(given) }
    return kept.made
  }
}

/** The logo as a data URL, computed again only when it has changed. */
function keptPicture(read: () => Raster | null): () => string | null {
  let kept = { raster: null as Raster | null, picture: null as string | null }
  return () => {
    const raster = read()
    if (raster !== kept.raster) kept = { raster, picture: raster && rasterAsDataUrl(raster) }
    return kept.picture
  }
}
