import { expect, test } from 'vitest'
import { filedRaster, keptLogo } from '../../../../main/till/session/index.ts'

const raster = { width: 8, height: 2, bits: new Uint8Array([0xaa, 0x55]) }
const LOGO = { 58: filedRaster(raster), 80: filedRaster(raster) }

test('the logo is stored with what else is written, or neither is, and a start finds it again', () => {
  const rows = new Map<string, string>()
  const register = {
    rows: () => [...rows].map(([key, body]) => ({ key, body, version: 1 })),
    write: () => {},
  }
  const logo = keptLogo(register)
  const fails = () => {
    throw new Error('the disk is full')
  }
  expect(() => logo.store(LOGO, fails)).toThrow('the disk is full')
  expect([logo.filed(), logo.read(58)]).toEqual([null, null])
  logo.store(LOGO, ({ key, body }) => rows.set(key, body ?? ''))
  expect(logo.read(58)).toEqual(raster)
  expect(keptLogo(register).filed()).toEqual(LOGO)
})
