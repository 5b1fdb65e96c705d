import { expect, test } from 'vitest'
import { FINGERPRINTS, fingerprintOfSql } from '../../../../main/many-tills/server/fingerprints.ts'
import { migrationFiles } from '../../../../main/many-tills/server/index.ts'

test('a till knows the fingerprints of the migrations that whoever runs the server has', () => {
  expect(FINGERPRINTS).toEqual(migrationFiles().map(({ sql }) => fingerprintOfSql(sql)))
})

test('a migration has the same fingerprint with line ends of Windows and of Unix', () => {
  expect(fingerprintOfSql('SELECT 1;\r\nSELECT 2;\r\n')).toBe(fingerprintOfSql('SELECT 1;\nSELECT 2;\n'))
})
