import { Section } from '../../../../kit/index.ts'
import { say } from '../../../page/index.ts'
import { OwnForm } from '../own-form.tsx'

/** The numbers of the ledger's accounts in the shop's chart of accounts. */
export const Accounts = () => (
  <Section title={say('settings.accounts')} words={say('settings.accounts.words')} testId="accounts">
    <OwnForm of="accounts" save={say('settings.accounts.save')} />
  </Section>
)
