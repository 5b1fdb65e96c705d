import { ACCOUNTS } from '../../../../../shared/shop/ledger-accounts.ts'
import { Note, PressButton, Section, TextEntry } from '../../../../kit/index.ts'
import { useView } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { wrongWords } from '../field-errors.ts'
import own from './data.module.css'
import { useSavedForm } from './use-saved-form.ts'

/** The numbers of the ledger's accounts in the shop's chart of accounts. */
export function Accounts() {
  const say = useText()
  const stored = useView((view) => view.settings.accounts)
  const form = useSavedForm(stored, (typed) => ({ accounts: typed }))
  const { typed, wrong, failure } = form
  const hint = say('settings.accounts.hint')
  return (
    <Section title={say('settings.accounts')} words={say('settings.accounts.words')} testId="accounts">
      <form className={own.stack} onSubmit={form.submit}>
        <div className={own.fields}>
          {ACCOUNTS.map((account) => (
            <TextEntry
              key={account}
              label={say(`accounts.${account}`)}
              value={typed[account]}
              onChange={(text) => form.change({ [account]: text })}
              error={wrongWords(say, wrong, `accounts.${account}`, hint)}
            />
          ))}
        </div>
        <FailureNote failure={wrong.size > 0 ? null : failure} />
        <Note tone="good" testId="accounts-saved">
          {form.saved && say('settings.saved')}
        </Note>
        <PressButton submits pending={form.pending}>
          {say('settings.accounts.save')}
        </PressButton>
      </form>
    </Section>
  )
}
