/**
 * The desktop entry that starts a program when a person signs in
 * (https://specifications.freedesktop.org/autostart/latest/, quoting: desktop-entry, "The Exec key").
 */
export const autostartEntry = (program: string): string =>
  `${[
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tugrik POS',
    `Exec="${escaped(program)}"`,
    'Terminal=false',
  ].join('\n')}\n`

/** Backslashes are escaped twice: for the quotes of Exec, and for the value of a key. */
const escaped = (path: string): string =>
  path
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
