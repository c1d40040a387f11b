import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { httpRequest, load } from '../load.ts'
import type { Workload } from '../workload.ts'
import type { Addresses, Yardstick } from '../yardstick-server.ts'
import { warmUp } from '../measure.ts'

const SERVER = fileURLToPath(new URL('../yardstick-server.ts', import.meta.url))

/** What such a server reached on the machine for which the targets were set, in requests a second. */
const WHERE_TARGETS_WERE_SET = { product: 24_000, list: 11_100 }

/** How fast the machine is: a rate is to be read beside it, where a machine is slower than that one. */
export const YARDSTICKS = (['product', 'list'] as const).map((kind): Workload => ({
  name: `yardstick-${kind}`,
  targets: [],
  run: async (bench, note) => {
    const { database, options, filled } = bench
    if (database.config.engine === 'embedded') return {}
    const child = fork(SERVER)
    try {
      const ids = filled.sample.map(({ id }) => id)
      const { workspaceId } = filled
      child.send({ url: database.config.url, connections: options.connections, workspaceId, ids } satisfies Yardstick)
      const [addresses] = (await once(child, 'message')) as [Addresses]
      const measure = (seconds: number) =>
        load(addresses[kind].port, () => ({ bytes: httpRequest('/'), status: 200 }), {
          connections: options.connections,
          seconds,
        })
      await measure(warmUp(bench))
      const { perSecond, p50, p99, bytes, errors, firstError } = await measure(options.seconds)
      if (firstError) throw new Error(firstError)
      const share = perSecond / WHERE_TARGETS_WERE_SET[kind]
      note(`${share.toFixed(2)} of the ${WHERE_TARGETS_WERE_SET[kind]}/s that it reached where the targets were set`)
      return { perSecond, p50, p99, bytes, errors }
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  },
}))
