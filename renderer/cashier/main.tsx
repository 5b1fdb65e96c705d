import '@fontsource-variable/inter/wght.css'
import '../theme/trusted-html.ts'
import '../theme/tokens.css'
import '../theme/base.css'
import './parts/form-reset.ts'
// Before the scanner, which swallows keys.
import './parts/note-presses.ts'
import './page/scanning/use-scans.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { knows, learnEnglish, prepareTexts, speak } from '../texts/index.ts'
import { dress, onSystemLooks } from '../theme/theme.ts'
import { soundArrivals } from './frame/arrivals/arrivals.tsx'
import { ErrorBoundary, Frame, loadRooms } from './frame/index.ts'
import { guardKeyboard } from './frame/lock/index.ts'
import { followTerminal, noticeAgain, page, shownIn } from './page/index.ts'
import { soundPayments } from './page/sounds/index.ts'
import { keepTypedAhead } from './page/typed-ahead.ts'
import { giveHints } from './parts/hints.ts'

prepareTexts()
// Before all other listeners, so that a locked till passes no key on to them.
guardKeyboard()
page.subscribe(followLooks)
onSystemLooks(followLooks)
noticeAgain()
loadRooms()
void followTerminal()
giveHints()
soundPayments()
soundArrivals()
keepTypedAhead()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Frame />
    </ErrorBoundary>
  </StrictMode>,
)

/**
 * Speaks and looks as the settings say. The page stays hidden until its language and its theme are there. If the main
 * process does not answer, the system's theme is used.
 */
function followLooks(): void {
  const state = page.getState()
  const shown = shownIn(state)
  if (shown === null) {
    if (state.unreachable) dress({ theme: 'system', textSize: 100 })
    return
  }
  const { settings } = shown
  if (knows(settings.language)) {
    speak(settings.language)
    dress(settings)
  } else void learnEnglish().then(followLooks)
}
