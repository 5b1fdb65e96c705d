/** The verbs of an import of goods. */
import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import type { CommandContext } from './command-context.ts'

export const beginImport = (
  context: CommandContext,
  { name, bytes }: ParsedRequestOf<'beginImport'>,
): { id: string } => context.importer.begin(name, bytes)

export const addImportPiece = (
  context: CommandContext,
  { id, piece }: ParsedRequestOf<'addImportPiece'>,
): void => context.importer.take(id, Buffer.from(piece, 'base64'))

export const checkImport = (
  context: CommandContext,
  { id, columns, defaults }: ParsedRequestOf<'checkImport'>,
): void => context.importer.check(id, columns, defaults)

export const runImport = (context: CommandContext, { id, wrong }: ParsedRequestOf<'runImport'>): void =>
  context.importer.run(id, wrong)
