/** Commands to read the view and to report what the page notices. */
import { z } from 'zod'
import { pageViewSchema } from '../../../shared/page/view.ts'
import { backgroundCommand } from './define-command.ts'
import { pageView, terminalView } from './terminal-view.ts'

export const getView = backgroundCommand({
  reply: pageViewSchema,
  permission: null,
  whileLocked: () => true,
  handle: (context) => pageView(terminalView(context.session(), context), context),
})

/** A hint of the system or the window: no proof, only a reason to check. `presence`: a person touched the page. */
export const hint = backgroundCommand({
  request: z.strictObject({ what: z.enum(['online', 'offline', 'focus', 'presence']) }),
  permission: null,
  whileLocked: () => true,
  attended: ({ what }) => what === 'presence',
  handle: (context, { what }) => {
    if (what === 'presence') return
    const { connection } = context.session().service
    const { runner } = context.session().sale
    if (what === 'focus') runner.recheckVisible()
    else connection.hint(what === 'online')
  },
})
