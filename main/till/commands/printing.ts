/** Commands of the print queue, printers, the drawer, and the logo. */
import { z } from 'zod'
import { CommandRefused, failureOf } from '../../../shared/failure.ts'
import {
  foundPrintersSchema,
  PRINT_RESOLUTIONS,
  PRINTERS,
  printerReportSchema,
  waitingPrintSchema,
} from '../../../shared/shop/printing.ts'
import { ditherLogo, rasterAsDataUrl } from '../../paper/draw/index.ts'
import { loadProfiles } from '../../paper/print/index.ts'
import { filedRaster } from '../session/index.ts'
import { backgroundCommand, defineCommand, journalCommand, wholeRequest } from './define-command.ts'
import { id, picture } from './schemas.ts'

/** Papers that are not printed yet, in the order of the queue. */
export const listPrints = backgroundCommand({
  reply: z.array(waitingPrintSchema),
  permission: null,
  handle: (context) => context.session().paper.prints.list(),
})

export const settlePrint = journalCommand({
  request: z.strictObject({ id, resolution: z.enum(PRINT_RESOLUTIONS) }),
  permission: 'sell',
  // Giving up a print erases its lottery number and QR for ever.
  permissionFor: ({ resolution }) => (resolution === 'given-up' ? 'hold-and-give-up-work' : null),
  audit: wholeRequest,
  handle: (context, { id: jobId, resolution }) => context.session().paper.prints.settle(jobId, resolution),
})

/** Gives up the jobs that the person saw, so that one that came meanwhile stays. */
export const dropPrints = defineCommand({
  request: z.strictObject({ ids: z.array(id).min(1) }),
  permission: 'hold-and-give-up-work',
  audit: wholeRequest,
  isLong: true,
  handle: async (context, { ids }, _authorization, { partly }) => {
    try {
      await context.session().paper.prints.dropAll(ids)
    } catch (error) {
      partly({ failed: failureOf(error).name })
      throw error
    }
  },
})

const aPrinter = z.strictObject({ printer: z.enum(PRINTERS) })

/** Everybody may print it, to see whether the printer works after changing the paper. */
export const printTestPage = journalCommand({
  request: aPrinter,
  permission: 'sell',
  handle: (context, { printer }) => context.session().paper.prints.test(printer),
})

export const openDrawer = journalCommand({
  request: aPrinter,
  permission: 'open-drawer',
  audit: wholeRequest,
  handle: (context, { printer }) => context.session().paper.prints.openDrawer(printer),
})

export const printerStatus = defineCommand({
  request: aPrinter,
  reply: printerReportSchema,
  permission: null,
  handle: (context, { printer }) => context.session().paper.prints.status(printer),
})

/** `network` searches the shop's network too: only when a person asks for it. */
export const findPrinters = defineCommand({
  request: z.strictObject({ network: z.boolean() }),
  reply: foundPrintersSchema,
  permission: 'settings',
  handle: (context, { network }) => context.computer.findPrinters(network),
})

export const listProfiles = backgroundCommand({
  reply: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  permission: null,
  handle: () => loadProfiles().map(({ id: profileId, name }) => ({ id: profileId, name })),
})

/** The logo as it is printed, as a data URL; null where there is none. */
export const getLogo = backgroundCommand({
  reply: z.string().startsWith('data:image/png;base64,').nullable(),
  permission: null,
  handle: ({ shop: { logo, settings } }) => {
    const raster = logo.read(settings.read().paperWidth)
    return raster && rasterAsDataUrl(raster)
  },
})

/** Dithers the logo for each width of paper. */
export const setLogo = defineCommand({
  request: z.strictObject({ picture }),
  permission: 'settings',
  audit: ({ picture: given }, { shop: { logo } }) => ({
    changes: [{ field: 'logo', from: logo.filed() !== null, to: given !== null }],
  }),
  handle: async ({ shop: { logo } }, { picture: given }) => {
    if (given === null) return logo.store(null)
    const bytes = Buffer.from(given, 'base64')
    const [narrow, wide] = await Promise.all([ditherLogo(bytes, 58), ditherLogo(bytes, 80)])
    if (narrow === null || wide === null) throw new CommandRefused('PICTURE_INVALID')
    return logo.store({ 58: filedRaster(narrow), 80: filedRaster(wide) })
  },
})
