import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** Listens on one port of this machine, over TCP and UDP. */
export async function openListener() {
  const heard: string[] = []
  let told = (): void => {}
  const hear = (what: string): void => {
    heard.push(what)
    told()
  }
  const tcp = createServer((socket) => {
    hear(`tcp from port ${socket.remotePort}`) // a connection without a word tells, too
    socket.on('error', () => {}).on('data', (data) => hear(`tcp ${data.toString('latin1')}`))
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4').on('message', (data) => hear(`udp ${data.toString('latin1')}`))
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  const KNOCKS = ['tcp knock', 'udp knock']
  return {
    port,
    /** Knocks itself over both, so that whatever came earlier has been heard. */
    heardBeforeKnocks: async (): Promise<readonly string[]> => {
      const bothHeard = new Promise<void>((resolve) => {
        told = () => KNOCKS.every((knock) => heard.includes(knock)) && resolve()
      })
      let own = ''
      const knocking = connect(port, '127.0.0.1', () => {
        own = `tcp from port ${knocking.localPort}`
        knocking.end('knock')
      })
      udp.send('knock', port, '127.0.0.1')
      await bothHeard
      tcp.close()
      udp.close()
      return heard.filter((one) => !KNOCKS.includes(one) && one !== own)
    },
  }
}
