import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { createRunner, createSaleStore } from '../../../../main/sale/run/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { modelParts, modelService } from '../../../support/model-service.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** A runner on a real journal, and a service whose answers the test can exchange. */
export function runnerUnderTest(monitorMs: number) {
  const clock = handClock()
  const journal = openJournal(join(temporaryFolder(), 'journal.sqlite'), { now: clock.now })
  onTestFinished(() => journal.close())
  const service = modelService()
  const client = { ...service.client }
  const store = createSaleStore({ journal, clock })
  const start = () => {
    const runner = createRunner({
      ...{ journal, store, clock, log: silentLog },
      ...modelParts(client, monitorMs),
      settings: () => FIRST_SETTINGS,
      random: () => 0.5,
    })
    onTestFinished(() => runner.stop())
    journal.onCommit((change) => {
      if (change.failure === null)
        for (const saleId of change.sales) runner.saleChanged(saleId, change.byPerson)
    })
    return runner
  }
  const saleNamed = (id: string) => {
    const now = journal.sales.byId(id)
    if (!now) throw new Error('no such sale')
    return now
  }
  /** Advances the clock step by step until the condition holds. */
  const until = async (holds: () => boolean, ms = 1_000) => {
    for (let turn = 0; turn < 500 && !holds(); turn += 1) {
      clock.advance(ms)
      await setImmediate()
    }
    expect(holds()).toBe(true)
  }
  return { clock, journal, service, client, store, start, runner: start(), saleNamed, until }
}
