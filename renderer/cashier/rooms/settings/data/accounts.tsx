import { Section } from '../../../../kit/index.ts'
import { say } from '../../../page/index.ts'
import { FieldsOf } from '../draft-fields.tsx'
import { OwnForm } from '../own-form.tsx'
import own from './data.module.css'

/** The numbers of the ledger's accounts in the shop's chart of accounts. */
export const Accounts = () => (
  <Section title={say('settings.accounts')} words={say('settings.accounts.words')} testId="accounts">
    <OwnForm of="accounts" save={say('settings.accounts.save')}>
      {(form) => (
        <div className={own.fields}>
          <FieldsOf {...form} group="accounts" />
        </div>
      )}
    </OwnForm>
  </Section>
)
