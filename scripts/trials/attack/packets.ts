/**
 * Every packet that a program sends, as the kernel is asked to send it: look-ups of names too. It needs strace, and no
 * rights. Without it only the listeners of this machine tell.
 */

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onPath } from '../../run/setup/machine.ts'

export const canWatchPackets = (): boolean => process.platform === 'linux' && onPath('strace') !== null

/** The command that watches the command behind it. With -D that one stays our own child. */
export const watching = (file: string): readonly string[] =>
  canWatchPackets()
    ? [
        ...['strace', '-D', '-f', '-qq', '-yy', '--seccomp-bpf'],
        ...['-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', file],
      ]
    : []

const THIS_MACHINE = /inet_addr\("127\.|"::1"/

/** What was sent over UDP, and the connections to other machines. A connection of UDP alone sends nothing. */
export const packetsIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) =>
      /^\d+ +connect\(/.test(line)
        ? /<TCP/.test(line) && /AF_INET/.test(line) && !THIS_MACHINE.test(line)
        : /^\d+ +send\w*\(\d+<UDP/.test(line),
    )

/** Those that ask a name server. */
export const lookUpsIn = (packets: readonly string[]): readonly string[] =>
  packets.filter((line) => /htons\(53\)|:53\]/.test(line))

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
