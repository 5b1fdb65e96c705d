/** The audit trail tells a changed setting by its name on the screen. */
import { expect, test } from 'vitest'
import { auditDetails } from '../../../renderer/cashier/settings/people/audit-words.ts'
import { permissionToChange, SETTINGS } from '../../../shared/settings.ts'
import { en } from '../../../shared/texts/en.ts'

const audited = Object.keys(SETTINGS).filter((key) => {
  const needed = permissionToChange({ [key]: null })
  return needed !== null && needed !== 'merchant'
})

test('each setting whose change is audited has a name in the audit trail', () => {
  const asked: string[] = []
  const say = (key: string, values: Readonly<Record<string, string>> = {}): string => {
    asked.push(key)
    return Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
      (en as Record<string, string>)[key] ?? key,
    )
  }
  const nameless = audited.filter((key) => {
    asked.length = 0
    auditDetails(say as never, { action: 'saveSettings', about: { changed: [key] } })
    return asked.includes('audit.action.unlisted')
  })
  expect(nameless).toEqual([])
})
