import { call } from '../../page/call.ts'
import { type DraftStore, differing, useDraft, useForm } from '../../page/draft.ts'
import { announce, useView } from '../../page/store.ts'
import { say } from '../../page/text.ts'
import { isShownIn, replacesSample, type SettingTexts, settingsOf, textsOf, textsToType } from './draft.ts'

/** The one draft of all settings in this room. Each form shows and saves some of its fields. */
export function useSettingsDraft() {
  const settings = useView((view) => view.settings)
  return {
    draft: useDraft<SettingTexts>('settings'),
    inUse: textsToType(settings, ['branch', 'districtCode']),
  }
}

type SettingsFormParts = {
  readonly draft: DraftStore<SettingTexts>
  readonly inUse: SettingTexts
  readonly isMine: (path: string) => boolean
}

/** A form of settings that are saved together. */
export function useSettingsForm({ draft, inUse, isMine }: SettingsFormParts) {
  const settings = useView((view) => view.settings)
  const isShown = (path: string, texts: SettingTexts) => isMine(path) && isShownIn(path, texts)
  const send = async (texts: SettingTexts, more: { readonly takeOver?: true } = {}) => {
    const changed = differing(texts, replacesSample(texts) ? textsOf(settings) : inUse).filter((path) =>
      isShown(path, texts),
    )
    // Saving again tries again what failed, such as the folder of copies.
    const sent = settingsOf(
      texts,
      changed.length > 0 ? changed : Object.keys(texts).filter((path) => isShown(path, texts)),
    )
    const over = Object.fromEntries(Object.entries(settings).filter(([key]) => key in sent))
    const reply = await call('saveSettings', { ...sent, ...more, over })
    if (reply.ok) announce(say('settings.saved'))
    return reply
  }
  const form = useForm({ draft, inUse, isShown, send: (texts) => send(texts) })
  return {
    ...form,
    takeOver: () => form.save((texts) => send(texts, { takeOver: true })),
  }
}
