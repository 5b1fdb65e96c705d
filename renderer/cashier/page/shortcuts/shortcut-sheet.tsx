import { useEffect } from 'react'
import { Icon, PageHead, PressButton } from '../../../kit/index.ts'
import { announce } from '../store.ts'
import { say } from '../text.ts'
import styles from './shortcut-sheet.module.css'
import { SHORTCUT_GROUPS, SHORTCUTS } from './shortcuts.ts'

/** The list of shortcuts. The search box keeps the focus: scans and searches still work. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const title = say('shortcuts.title')
  useEffect(() => announce(title), [title])
  return (
    <section className={styles.sheet} aria-label={title} data-testid="shortcuts">
      <PageHead title={say('shortcuts.title')}>
        <PressButton tone="subtle" hotkey={SHORTCUTS.clear.shown} onPress={onClose} testId="shortcuts-close">
          <Icon name="cross" size={18} />
          {say('word.close')}
        </PressButton>
      </PageHead>
      <div className={styles.groups}>
        {SHORTCUT_GROUPS.map(({ title, names }) => (
          <section key={title} className={styles.group}>
            <h2>{say(title)}</h2>
            <dl className={styles.keys}>
              {names.map((name) => (
                <div key={name} className={styles.key} data-testid={`shortcut-${name}`}>
                  <dt>
                    <kbd>{SHORTCUTS[name].shown}</kbd>
                  </dt>
                  <dd>{say(SHORTCUTS[name].text)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.scan}>{say('shortcuts.scan')}</p>
    </section>
  )
}
