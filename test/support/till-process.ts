/** A terminal in a process of its own on real files, which a test can kill. */
import { expect, onTestFinished } from 'vitest'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import type { CommandName, ReplyOf, RequestOf } from '../../main/till/commands/index.ts'
import { forkTerminal, type TerminalClient } from '../../scripts/run/hosts/terminal-client.ts'
import type { TerminalView } from '../../shared/page/index.ts'
import type { SaleStatus, SaleStatusName } from '../../shared/sale/status.ts'
import { eventually } from './eventually.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPractice, unlocked } from './terminal.ts'

/** With a practice service that the test controls. */
export async function tillProcess() {
  const { address, payer } = await openPractice()
  return {
    ...(await started(JSON.stringify(address))),
    payer,
    /** Waits until the service got a request to this endpoint. */
    asked: (endpoint: string) =>
      eventually(async () => expect((await payer.state()).requests[endpoint] ?? 0).toBeGreaterThan(0)),
  }
}

/** At a practice service that other tills use too. */
export const tillProcessAt = (address: PracticeAddress) => started(JSON.stringify(address))

/** With its own practice service, as in test mode. */
export const testModeProcess = () => started('')

async function started(practice: string) {
  const folder = temporaryFolder()
  const since = String(Date.now())
  let client: TerminalClient | null = null
  const start = async (): Promise<void> => {
    client = await forkTerminal({
      env: { TUGRIK_DATA: folder, TUGRIK_PRACTICE: practice, TUGRIK_SINCE: since },
      program: 'fast-terminal',
      onView: () => {},
      onLost: () => {},
    })
  }
  const ask = async <Name extends CommandName>(
    name: Name,
    request?: RequestOf<Name>,
  ): Promise<ReplyOf<Name>> => {
    const reply = await client?.answer(name, request)
    if (!reply?.ok) throw new Error(reply?.error.name ?? 'the terminal is off')
    return reply.value as ReplyOf<Name>
  }
  const view = async (): Promise<TerminalView> => unlocked(await ask('getView'))
  const state = async (saleId: string): Promise<SaleStatus> => (await ask('getSale', { saleId })).view.status
  await start()
  onTestFinished(async () => client?.kill())
  return {
    folder,
    ask,
    view,
    state,
    until: (saleId: string, ...names: SaleStatusName[]) =>
      eventually(async () => {
        const now = await state(saleId)
        expect(names).toContain(now.name)
        return now
      }),
    kill: async (): Promise<void> => client?.kill(),
    start,
    restart: async (): Promise<void> => {
      await client?.kill()
      await start()
    },
    /** Rings up so many different products; returns the sale. */
    ringUp: async (goods: number): Promise<string> => {
      const { products } = await ask('searchGoods', { query: '', category: null, limit: goods })
      for (const { code } of products) await ask('addProduct', { code })
      return (await view()).counter?.sale.id ?? ''
    },
  }
}
