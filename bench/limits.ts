/** What a workload is compared with, measured beside it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Statement } from './bare-database.ts'
import type { BareAnswer } from './bare-server.ts'
import { httpRequest, load } from './load.ts'
import type { Bench } from './workload.ts'

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))

/** The rate at which a bare HTTP server, in its own process, gives that same answer. */
export async function httpRate({ options }: Bench, answer: BareAnswer): Promise<number> {
  const child = fork(BARE_SERVER)
  try {
    const [port] = (await once(child, 'message')) as [number]
    child.send(answer)
    await once(child, 'message')
    const request = { bytes: httpRequest('/'), status: answer.status }
    const measure = (seconds: number) => load(port, () => request, { connections: options.connections, seconds })
    await measure(options.seconds / 8)
    return (await measure(options.seconds / 2)).perSecond
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

/** As many different statements are run in turn, behind the bare server. */
const STATEMENTS = 5_000

/** The same where that server runs a statement before each answer; undefined where no other process can. */
export async function serverRate(bench: Bench, answer: BareAnswer, next: () => Statement): Promise<number | undefined> {
  const { config } = bench.database
  if (config.engine === 'embedded') return undefined
  const statements = Array.from({ length: STATEMENTS }, next)
  return httpRate(bench, {
    ...answer,
    reading: { url: config.url, connections: bench.options.connections, statements },
  })
}

/** The rate at which the driver alone runs those statements, as many at a time as a load has connections. */
export async function sqlRate({ bare, options }: Bench, next: () => Statement): Promise<number> {
  const measure = async (seconds: number) => {
    const started = performance.now()
    let count = 0
    const lane = async () => {
      for (; performance.now() - started < seconds * 1000; count++) await bare.run(next())
    }
    await Promise.all(Array.from({ length: options.connections }, lane))
    return count / ((performance.now() - started) / 1000)
  }
  // Half of the time: limits are steadier than what they are compared with.
  await measure(options.seconds / 8)
  return measure(options.seconds / 2)
}
