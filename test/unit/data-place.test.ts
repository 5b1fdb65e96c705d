import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { dataPlaces, type FoundData, nextDataStep } from '../../main/data-place.ts'

const USER = 'C:\\Users\\Б.Дорж'
const ROAMING = `${USER}\\AppData\\Roaming`
const WINDOWS = {
  platform: 'win32',
  appData: ROAMING,
  isInstalled: true,
  environment: { ProgramData: 'C:\\ProgramData', LOCALAPPDATA: `${USER}\\AppData\\Local` },
} as const
const OLDER = `${ROAMING}\\tugrik-pos`

test('on Windows the data are for all users of the computer, and what one of them can decrypt is in no roaming profile', () => {
  expect(dataPlaces(WINDOWS, win32)).toEqual({
    shared: 'C:\\ProgramData\\Tugrik POS\\data',
    own: `${USER}\\AppData\\Local\\Tugrik POS`,
    windows: { alone: `${USER}\\AppData\\Local\\Tugrik POS\\data`, older: OLDER },
  })
})

test('a profile on a share, and a disk without Windows, are no obstacle', () => {
  const appData = '\\\\server\\profiles\\Б.Дорж\\AppData\\Roaming'
  const environment = { ProgramData: 'D:\\' }
  expect(dataPlaces({ ...WINDOWS, appData, environment }, win32)).toEqual({
    shared: 'D:\\Tugrik POS\\data',
    own: '\\\\server\\profiles\\Б.Дорж\\AppData\\Local\\Tugrik POS',
    windows: {
      alone: '\\\\server\\profiles\\Б.Дорж\\AppData\\Local\\Tugrik POS\\data',
      older: `${appData}\\tugrik-pos`,
    },
  })
})

test('macOS, Linux, a program in development and a folder that is named keep all in one folder', () => {
  const home = '/home/Дорж/.config'
  const elsewhere = { isInstalled: true, environment: {}, appData: home }
  for (const platform of ['linux', 'darwin'] as const)
    expect(dataPlaces({ ...elsewhere, platform }, posix)).toEqual({
      shared: `${home}/tugrik-pos`,
      own: `${home}/tugrik-pos`,
      windows: null,
    })
  expect(dataPlaces({ ...WINDOWS, isInstalled: false }, win32)).toMatchObject({ shared: OLDER, own: OLDER })
  const named = { ...WINDOWS, environment: { ...WINDOWS.environment, TUGRIK_DATA: 'D:\\Касс 1' } }
  expect(dataPlaces(named, win32)).toEqual({ shared: 'D:\\Касс 1', own: 'D:\\Касс 1', windows: null })
})

const NOTHING: FoundData = { shared: false, alone: false, older: false, sharedFrom: null, aloneFrom: null }
const next = (found: Partial<FoundData>) => nextDataStep({ ...NOTHING, ...found }, OLDER)

test('the data of the first user become those of all, and are set aside only when they are there', () => {
  expect(next({ older: true })).toEqual({ step: 'copy', to: 'shared' })
  expect(next({ older: true, shared: true, sharedFrom: OLDER.toUpperCase() })).toEqual({ step: 'set-aside' })
  expect(next({ shared: true, sharedFrom: OLDER })).toEqual({ step: 'use', place: 'shared' })
})

test('a user who has a till of their own keeps it apart from the shared one', () => {
  const others = { shared: true, sharedFrom: 'C:\\Users\\Сараа\\AppData\\Roaming\\tugrik-pos' }
  expect(next({ ...others, older: true })).toEqual({ step: 'copy', to: 'alone' })
  const alone = { alone: true, aloneFrom: OLDER }
  expect(next({ ...others, ...alone, older: true })).toEqual({ step: 'set-aside' })
  expect(next({ ...others, ...alone })).toEqual({ step: 'use', place: 'alone' })
})

test('a user without data uses the shared ones, or begins them', () => {
  expect(next({})).toEqual({ step: 'use', place: 'shared' })
  expect(next({ shared: true })).toEqual({ step: 'use', place: 'shared' })
})
