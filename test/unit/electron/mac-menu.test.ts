import { expect, test } from 'vitest'
import { macMenuOf } from '../../../main/electron/mac-menu.ts'

const rolesOf = (settings: Parameters<typeof macMenuOf>[0]): readonly unknown[] =>
  macMenuOf(settings)
    .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    .flatMap(({ role }) => role ?? [])

test('the menu of a Mac has what fields of text need, and nothing that reloads, zooms or inspects a page', () => {
  const roles = rolesOf({ language: 'mn', kiosk: 'off' })
  expect(roles).toEqual(expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll', 'undo', 'quit']))
  for (const role of ['reload', 'forceReload', 'toggleDevTools', 'zoomIn', 'zoomOut', 'resetZoom'])
    expect(roles).not.toContain(role)
})

test('in kiosk mode the menu of a Mac neither quits nor hides the till', () => {
  const roles = rolesOf({ language: 'mn', kiosk: 'on' })
  for (const role of ['quit', 'hide', 'hideOthers', 'minimize', 'togglefullscreen'])
    expect(roles).not.toContain(role)
  expect(roles).toContain('paste')
})

test('the menu of a Mac is in the language of the till', () => {
  const [inMongolian, inEnglish] = (['mn', 'en'] as const).map((language) =>
    macMenuOf({ language, kiosk: 'off' }).map(({ label }) => label),
  )
  expect(inMongolian).toEqual(['Tugrik POS', 'Засах', 'Цонх'])
  expect(inEnglish).toEqual(['Tugrik POS', 'Edit', 'Window'])
})
