import { DISPLAY_SETTINGS, type DisplaySetting, type Language } from '../../../../shared/shop/settings.ts'
import { TEXT_SIZES, THEMES, type ThemeChoice } from '../../../../shared/shop/theme.ts'
import { Choice, optionsOf, Section } from '../../../kit/index.ts'
import { call, say, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'

const CHOICES: readonly ThemeChoice[] = ['system', ...THEMES]

/** Theme and text size. A choice is saved at once. */
export const Looks = () => (
  <Section title={say('settings.looks')}>
    <ThemePicker />
    <TextSizePicker />
  </Section>
)

export function LanguageChoice({ labelHidden = false }: { readonly labelHidden?: boolean }) {
  const language = useView((view) => view.settings.language)
  const changing = useCommand()
  return (
    <>
      <Choice<Language>
        label={say('settings.language')}
        labelHidden={labelHidden}
        value={language}
        onChange={(chosen) => void changing.run(() => call('saveSettings', { language: chosen }))}
        options={[
          { value: 'mn', label: say('language.mn') },
          { value: 'en', label: say('language.en') },
        ]}
      />
      <FailureNote failure={changing.failure} />
    </>
  )
}

function ThemePicker() {
  const theme = useView((view) => view.settings.theme)
  const changing = useCommand()
  return (
    <>
      <Choice<ThemeChoice>
        label={say('settings.theme')}
        value={theme}
        onChange={(chosen) => void changing.run(() => call('saveSettings', { theme: chosen }))}
        options={optionsOf(CHOICES, (value) => say(`settings.theme.${value}`))}
      />
      <FailureNote failure={changing.failure} />
    </>
  )
}

function TextSizePicker() {
  const textSize = useView((view) => view.settings.textSize)
  const changing = useCommand()
  const choose = (chosen: string) => {
    const size = TEXT_SIZES.find((one) => String(one) === chosen)
    if (size !== undefined) void changing.run(() => call('saveSettings', { textSize: size }))
  }
  return (
    <>
      <Choice
        label={say('settings.textSize')}
        value={String(textSize)}
        onChange={choose}
        options={TEXT_SIZES.map((size) => ({
          value: String(size),
          label: say('settings.percent', { count: size }),
        }))}
      />
      <FailureNote failure={changing.failure} />
    </>
  )
}

/** Where the customer display is shown. It opens and closes at once. */
export function CustomerDisplay() {
  const display = useView((view) => view.settings.display)
  const changing = useCommand()
  return (
    <Section title={say('settings.display')}>
      <Choice<DisplaySetting>
        label={say('settings.display.where')}
        labelHidden
        value={display}
        onChange={(chosen) => void changing.run(() => call('saveSettings', { display: chosen }))}
        options={optionsOf(DISPLAY_SETTINGS, (value) => say(`settings.display.${value}`))}
      />
      <p>{say(`settings.display.${display}.words`)}</p>
      <FailureNote failure={changing.failure} />
    </Section>
  )
}
