import { existsSync, mkdirSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder, dataPlaces } from '../../../main/base/files/data-place.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const USER = 'C:\\Users\\Б.Дорж'
const ROAMING = `${USER}\\AppData\\Roaming`
const WINDOWS = {
  platform: 'win32',
  appData: ROAMING,
  isInstalled: true,
  environment: { ProgramData: 'C:\\ProgramData', LOCALAPPDATA: `${USER}\\AppData\\Local` },
} as const
const USUAL = `${ROAMING}\\tugrik-pos`

test('on Windows the data are for all users of the computer, and what one of them can decrypt is in no roaming profile', () => {
  expect(dataPlaces(WINDOWS, win32)).toEqual({
    shared: 'C:\\ProgramData\\Tugrik POS\\data',
    own: `${USER}\\AppData\\Local\\Tugrik POS`,
    installed: 'C:\\ProgramData\\Tugrik POS',
  })
})

test('a profile on a share, and a disk without Windows, are no obstacle', () => {
  const appData = '\\\\server\\profiles\\Б.Дорж\\AppData\\Roaming'
  const environment = { ProgramData: 'D:\\' }
  expect(dataPlaces({ ...WINDOWS, appData, environment }, win32)).toEqual({
    shared: 'D:\\Tugrik POS\\data',
    own: '\\\\server\\profiles\\Б.Дорж\\AppData\\Local\\Tugrik POS',
    installed: 'D:\\Tugrik POS',
  })
})

test('macOS, Linux, a program in development and a folder that is named keep all in one folder', () => {
  const home = '/home/Дорж/.config'
  const elsewhere = { isInstalled: true, environment: {}, appData: home }
  for (const platform of ['linux', 'darwin'] as const)
    expect(dataPlaces({ ...elsewhere, platform }, posix)).toEqual({
      shared: `${home}/tugrik-pos`,
      own: `${home}/tugrik-pos`,
      installed: null,
    })
  expect(dataPlaces({ ...WINDOWS, isInstalled: false }, win32)).toMatchObject({ shared: USUAL, own: USUAL })
  const named = { ...WINDOWS, environment: { ...WINDOWS.environment, TUGRIK_DATA: 'D:\\Касс 1' } }
  expect(dataPlaces(named, win32)).toEqual({ shared: 'D:\\Касс 1', own: 'D:\\Касс 1', installed: null })
})

test('without the installer’s folder nobody makes one that everybody may read', () => {
  const installed = join(temporaryFolder(), 'Tugrik POS')
  const places = { shared: join(installed, 'data'), own: temporaryFolder(), installed }
  expect(() => dataFolder(places)).toThrow('DATA_PLACE_MISSING')
  expect(existsSync(installed)).toBe(false)
  mkdirSync(installed)
  expect(dataFolder(places)).toBe(places.shared)
})
