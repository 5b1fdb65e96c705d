import { ACCOUNTS } from '../../../../shared/ledger-accounts.ts'
import { Note, PressButton, TextEntry } from '../../../kit/index.ts'
import { call } from '../../call.ts'
import { FailureNote } from '../../failure-note.tsx'
import { useView } from '../../store.ts'
import { useText } from '../../text.ts'
import styles from '../settings.module.css'
import own from './data.module.css'
import { useSavedForm } from './use-saved-form.ts'

/** What the accountant calls the accounts of the books. */
export function Accounts() {
  const say = useText()
  const stored = useView((view) => view.settings.accounts)
  const form = useSavedForm(stored, (typed) => call('saveAccounts', typed))
  const { typed, wrong, failure } = form
  const hint = say('settings.accounts.hint')
  return (
    <section className={styles.section} aria-label={say('settings.accounts')} data-testid="accounts">
      <h2>{say('settings.accounts')}</h2>
      <p>{say('settings.accounts.words')}</p>
      <form className={own.stack} onSubmit={form.submit}>
        <div className={own.fields}>
          {ACCOUNTS.map((account) => (
            <TextEntry
              key={account}
              label={say(`accounts.${account}`)}
              value={typed[account]}
              onChange={(text) => form.change({ [account]: text })}
              error={wrong.has(`accounts.${account}`) ? say('settings.field.wrong', { hint }) : null}
              testId={`account-${account}`}
            />
          ))}
        </div>
        <FailureNote failure={wrong.size > 0 ? null : failure} />
        {form.saved ? (
          <Note tone="good" testId="accounts-saved">
            {say('settings.saved')}
          </Note>
        ) : null}
        <PressButton submits pending={form.pending} testId="accounts-save">
          {say('settings.accounts.save')}
        </PressButton>
      </form>
    </section>
  )
}
