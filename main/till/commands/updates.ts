/** Commands of updates of the program. */
import { updateStatusSchema } from '../../../shared/page/update.ts'
import { backgroundCommand, commandAlone, defineCommand } from './define-command.ts'

export const getUpdates = backgroundCommand({
  reply: updateStatusSchema,
  permission: 'updates',
  handle: ({ updates }) => updates.status(),
})

export const checkForUpdates = defineCommand({
  permission: 'updates',
  // Downloads in the background; `getUpdates` shows what comes of it.
  handle: ({ updates }) => void updates.check().catch(() => {}),
})

export const installUpdate = defineCommand({
  permission: 'updates',
  audit: commandAlone,
  handle: ({ updates }) => updates.install(),
})
