/**
 * The menu of macOS. Without one, Cmd+C, Cmd+V and Cmd+Q do nothing there; with Electron's own, a person could reload the page,
 * zoom it and open its tools. Other systems show no menu.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { Settings } from '../../shared/shop/settings.ts'
import { TEXTS, type Texts } from '../../shared/texts/index.ts'

type Shown = Pick<Settings, 'language' | 'kiosk'>
type Role = NonNullable<MenuItemConstructorOptions['role']>

/** In kiosk mode nobody leaves the till by it: a manager's way out is in the settings. */
export function macMenuOf({ language, kiosk }: Shown): MenuItemConstructorOptions[] {
  const words = TEXTS[language]
  const entry = (role: Role, text: keyof Texts): MenuItemConstructorOptions => ({ role, label: words[text] })
  const line = { type: 'separator' } as const
  const leave = [
    entry('hide', 'menu.hide'),
    entry('hideOthers', 'menu.hideOthers'),
    line,
    entry('quit', 'menu.quit'),
  ]
  return [
    {
      label: 'Tugrik POS',
      submenu: [entry('about', 'menu.about'), ...(kiosk === 'on' ? [] : [line, ...leave])],
    },
    {
      label: words['word.edit'],
      submenu: [
        entry('undo', 'word.undo'),
        entry('redo', 'menu.redo'),
        line,
        entry('cut', 'menu.cut'),
        entry('copy', 'menu.copy'),
        entry('paste', 'menu.paste'),
        entry('selectAll', 'menu.selectAll'),
      ],
    },
    ...(kiosk === 'on'
      ? []
      : [
          {
            label: words['menu.window'],
            submenu: [entry('minimize', 'menu.minimize'), entry('togglefullscreen', 'menu.fullScreen')],
          },
        ]),
  ]
}
