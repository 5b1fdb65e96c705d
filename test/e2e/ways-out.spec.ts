/**
 * A hostile page can send nothing to anybody. It tries each way out of Chromium, in the till's page and in a blank frame
 * of it, towards this machine and towards a host name. Two things would tell: a listener on this machine, and the net
 * log, in which Chromium writes every packet and every look-up of a name.
 */
import { readFileSync } from 'node:fs'
import { openHost } from '../../scripts/run/hosts/index.ts'
import { openListener } from '../../scripts/trials/attack/packets.ts'
import { tryEveryWay } from '../../scripts/trials/attack/ways-out.ts'
import { expect, inElectron, test } from '../support/hosts.ts'

test(
  'the page reaches nobody, by any way out of Chromium',
  inElectron('the network of the program’s own Chromium'),
  async () => {
    const info = test.info()
    const listener = await openListener()
    const netLog = info.outputPath('net.json')
    const host = await openHost('electron', {
      dataFolder: info.outputPath('data'),
      practice: null,
      electron: { args: [`--log-net-log=${netLog}`], env: {} },
    })
    try {
      await host.page.evaluate(() => document.body.append(document.createElement('iframe')))
      for (const frame of host.page.frames()) {
        const tried = await frame.evaluate(tryEveryWay, listener.port)
        expect(tried.filter(({ outcome }) => outcome === 'answered')).toEqual([])
        expect(tried.length).toBeGreaterThan(50)
      }
      expect(host.page.url()).toBe('app://pos/cashier/index.html#')
    } finally {
      await host.close()
    }
    expect(await listener.heardBeforeKnocks()).toEqual([])
    const happened = eventsOf(netLog)
    expect(happened('HTTP_PROXY_CONNECT_JOB_CONNECT'), 'the attack is in the log').toBeGreaterThan(0)
    for (const event of NETWORK_EVENTS) expect(happened(event), event).toBe(0)
  },
)

/** A request of Chromium itself, such as for a dictionary, counts too. */
const NETWORK_EVENTS = [
  'HOST_RESOLVER_MANAGER_JOB',
  'TCP_CONNECT_ATTEMPT',
  'UDP_BYTES_SENT',
  'URL_REQUEST_START_JOB',
]

/** Counts the events of a net log by name. */
function eventsOf(netLog: string): (name: string) => number {
  const { constants, events } = JSON.parse(readFileSync(netLog, 'utf8')) as {
    constants: { logEventTypes: Record<string, number> }
    events: readonly { type: number }[]
  }
  return (name) => {
    const type = constants.logEventTypes[name]
    if (type === undefined) throw new Error(`Chromium no longer logs ${name}`)
    return events.filter((event) => event.type === type).length
  }
}
