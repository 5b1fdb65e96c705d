import '@fontsource-variable/inter/wght.css'
import '../theme/tokens.css'
import '../theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary, Frame } from './frame/index.ts'
import { giveHints } from './hints.ts'
import { soundPayments } from './sounds/index.ts'
import { followTerminal, page } from './store.ts'
import { prepareTexts, speak } from './text.ts'

prepareTexts()
page.subscribe(({ view }) => {
  if (view !== null) speak(view.settings.language)
})
void followTerminal()
giveHints()
soundPayments()

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place to draw in')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Frame />
    </ErrorBoundary>
  </StrictMode>,
)
