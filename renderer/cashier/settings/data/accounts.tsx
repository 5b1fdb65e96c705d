import { type FormEvent, useState } from 'react'
import { ACCOUNTS, type AccountNumbers } from '../../../../shared/ledger-accounts.ts'
import { Note, PressButton, TextEntry } from '../../../kit/index.ts'
import { call } from '../../call.ts'
import { FailureNote } from '../../failure-note.tsx'
import { announce, useView } from '../../store.ts'
import { useText } from '../../text.ts'
import { useCommand } from '../../use-command.ts'
import { wrongFields } from '../field-errors.ts'
import styles from '../settings.module.css'
import own from './data.module.css'

/** What the accountant calls the accounts of the books. */
export function Accounts() {
  const say = useText()
  const kept = useView((view) => view.settings.accounts)
  const saving = useCommand()
  const [draft, setDraft] = useState<AccountNumbers | null>(null)
  const [saved, setSaved] = useState(false)
  const typed = draft ?? kept
  const wrong = wrongFields(saving.failure)
  const hint = say('settings.accounts.hint')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await saving.run(() => call('saveAccounts', typed))
    if (!reply?.ok) return
    setDraft(null)
    setSaved(true)
    announce(say('settings.saved'))
  }
  return (
    <section className={styles.section} aria-label={say('settings.accounts')} data-testid="accounts">
      <h2>{say('settings.accounts')}</h2>
      <p>{say('settings.accounts.words')}</p>
      <form className={own.stack} onSubmit={(event) => void save(event)}>
        <div className={own.fields}>
          {ACCOUNTS.map((account) => (
            <TextEntry
              key={account}
              label={say(`accounts.${account}`)}
              value={typed[account]}
              onChange={(text) => {
                setSaved(false)
                setDraft({ ...typed, [account]: text })
              }}
              error={wrong.has(`accounts.${account}`) ? say('settings.field.wrong', { hint }) : null}
              testId={`account-${account}`}
            />
          ))}
        </div>
        <FailureNote failure={wrong.size > 0 ? null : saving.failure} />
        {saved ? (
          <Note tone="good" testId="accounts-saved">
            {say('settings.saved')}
          </Note>
        ) : null}
        <PressButton submits pending={saving.pending} testId="accounts-save">
          {say('settings.accounts.save')}
        </PressButton>
      </form>
    </section>
  )
}
