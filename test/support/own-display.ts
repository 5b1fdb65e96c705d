/** A virtual display for one test alone, with a real keyboard: no window of another test takes its keys. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { programsMissing, systemLacks } from './needs.ts'

/** Why no display can be opened here; null when one can. */
export const displayMissing = (): string | null =>
  systemLacks('linux', 'only Linux has such a display') ?? programsMissing('Xvfb', 'xdotool')

/** Why no display with a window manager can be opened here; null when one can. */
export const managedDisplayMissing = (): string | null => displayMissing() ?? programsMissing('openbox')

/** The same with a window manager, as a person's desktop has: windows are minimized, closed and made as large as the screen. */
export async function openManagedDisplay() {
  const display = await openDisplay()
  const manager = spawn('openbox', ['--sm-disable'], {
    env: { ...process.env, ...display.env },
    stdio: 'ignore',
  })
  const close = () => {
    manager.kill()
    display.close()
  }
  return { ...display, close }
}

export async function openDisplay() {
  // It writes its number when it is ready. With -noreset it outlives the windows.
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-noreset'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(createInterface({ input: server.stdout }), 'line')
  const env = { DISPLAY: `:${number}`, WAYLAND_DISPLAY: '', XAUTHORITY: '' }
  const tool = (...args: readonly string[]): string =>
    spawnSync('xdotool', args, { env: { ...process.env, ...env }, encoding: 'utf8' }).stdout.trim()
  return {
    env,
    /** The visible windows with this title. */
    windows: (title: string): readonly string[] =>
      tool('search', '--onlyvisible', '--name', `^${title}$`).split('\n').filter(Boolean),
    /** The window that gets the keys. */
    focused: (): string => tool('getwindowfocus'),
    minimize: (window: string) => void tool('windowminimize', window),
    /** The title of the window that has the keys of the window manager. */
    active: (): string => tool('getactivewindow', 'getwindowname'),
    press: (...keys: readonly string[]) => void tool('key', ...keys),
    close: () => void server.kill(),
  }
}
