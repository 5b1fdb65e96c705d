/**
 * Shows every part of the kit in each theme and state, for development (`npm run kit`). It is not part of the product.
 */
import '@fontsource-variable/inter/wght.css'
import '../theme/trusted-html.ts'
import '../theme/tokens.css'
import '../theme/base.css'
import { createRoot } from 'react-dom/client'
import { THEMES } from '../../shared/theme.ts'
import { notePresses } from '../kit/index.ts'
import styles from './kit-page.module.css'
import { ThemePreview } from './specimen.tsx'

notePresses()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root).render(
  <main className={styles.page} data-testid="kit">
    <h1 className={styles.title}>The kit</h1>
    {THEMES.map((theme) => (
      <ThemePreview key={theme} theme={theme} />
    ))}
  </main>,
)
