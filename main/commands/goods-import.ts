/** The verbs of an import of goods. */
import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import type { Desk } from './desk.ts'

export const beginImport = (desk: Desk, { name, bytes }: ParsedRequestOf<'beginImport'>): { id: string } =>
  desk.importer.begin(name, bytes)

export const addImportPiece = (desk: Desk, { id, piece }: ParsedRequestOf<'addImportPiece'>): void =>
  desk.importer.take(id, Buffer.from(piece, 'base64'))

export const checkImport = (desk: Desk, { id, columns, defaults }: ParsedRequestOf<'checkImport'>): void =>
  desk.importer.check(id, columns, defaults)

export const runImport = (desk: Desk, { id, wrong }: ParsedRequestOf<'runImport'>): void =>
  desk.importer.run(id, wrong)
