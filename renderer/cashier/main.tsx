import '@fontsource-variable/inter/wght.css'
import '../theme/tokens.css'
import '../theme/base.css'
import './scanning/page-scanner.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dress, onSystemLooks } from '../theme/theme.ts'
import { ErrorBoundary, Frame } from './frame/index.ts'
import { giveHints } from './hints.ts'
import { guardKeyboard } from './people/index.ts'
import { soundPayments } from './sounds/index.ts'
import { followTerminal, noticeAgain, page } from './store.ts'
import { prepareTexts, speak } from './text.ts'

prepareTexts()
// Before all other listeners, so that a locked till passes no key on to them.
guardKeyboard()
page.subscribe(({ view }) => {
  if (view !== null) speak(view.settings.language)
})
page.subscribe(putOnLooks)
onSystemLooks(putOnLooks)
noticeAgain()
void followTerminal()
giveHints()
soundPayments()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Frame />
    </ErrorBoundary>
  </StrictMode>,
)

/** The page stays hidden until its theme is known. If the main process does not answer, the system's theme is used. */
function putOnLooks(): void {
  const { view, unreachable } = page.getState()
  if (view !== null) dress(view.settings)
  else if (unreachable) dress({ theme: 'system', textSize: 100 })
}
