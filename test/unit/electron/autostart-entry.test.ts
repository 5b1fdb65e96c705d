import { expect, test } from 'vitest'
import { autostartEntry } from '../../../main/electron/autostart-entry.ts'

test('the entry starts the program by its quoted path', () => {
  expect(autostartEntry('/opt/Tugrik POS/tugrik-pos')).toBe(
    '[Desktop Entry]\nType=Application\nName=Tugrik POS\nExec="/opt/Tugrik POS/tugrik-pos"\nTerminal=false\n',
  )
})

test.each([
  ['/home/Дорж/a"b', 'Exec="/home/Дорж/a\\\\"b"'],
  ['/home/$x/`y`', 'Exec="/home/\\\\$x/\\\\`y\\\\`"'],
  ['/home/50%', 'Exec="/home/50%%"'],
])('%s is escaped as the standard asks', (path, line) => {
  expect(autostartEntry(path).split('\n')).toContain(line)
})
