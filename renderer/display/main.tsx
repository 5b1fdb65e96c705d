import '@fontsource-variable/inter/wght.css'
import '../theme/trusted-html.ts'
import '../theme/tokens.css'
import '../theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareTexts, speak } from '../texts/index.ts'
import { Stage } from './stage.tsx'
import { followTerminal, shown } from './store.ts'

prepareTexts()
shown.subscribe(({ view }) => {
  if (view !== null) speak(view.language)
})
followTerminal() // before the page has loaded: the main process sends the first view then

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <Stage />
  </StrictMode>,
)
