import { beforeEach, describe, expect, test } from 'vitest'
import { isCluster } from '../../server/src/database/cluster.ts'
import { hashKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { termsChangedAt } from '../../server/src/pricing/kinds-of-term.ts'
import { RequestCounter } from '../../server/src/workspaces/request-counter.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useService()

function counting(counter: RequestCounter, { id, key }: TestWorkspace, times: number) {
  return Array.from({ length: times }, () => counter.count(id, hashKey(key).toString('hex')))
}

describe.each([
  { server: 'a single server, which is asked of many workspaces at once', oneWorkspace: false },
  { server: 'a cluster, which is asked of one', oneWorkspace: true },
])('on $server,', ({ oneWorkspace }) => {
  // A cluster refuses what a single server is asked.
  beforeEach(async ({ skip }) => skip(!oneWorkspace && (await isCluster(service.context.db))))
  const newCounter = () => new RequestCounter(service.context, termsChangedAt, async () => oneWorkspace)

  test('requests that are counted together have their own numbers, key by key, in the order in which they came', async () => {
    const [one, other] = [await service.workspace(), await service.workspace()]
    const counter = newCounter()
    for (const before of [0, 20]) {
      const [ofOne, ofOther, unknown] = await Promise.all([
        Promise.all(counting(counter, one, 20)),
        Promise.all(counting(counter, other, 20)),
        counter.count(one.id, hashKey(other.key).toString('hex')),
      ])
      const numbers = Array.from({ length: 20 }, (_, i) => before + i + 1)
      expect(ofOne.map((key) => [key!.id, key!.requests])).toEqual(numbers.map((number) => [one.keyId, number]))
      expect(ofOther.map((key) => [key!.id, key!.requests])).toEqual(numbers.map((number) => [other.keyId, number]))
      expect(unknown).toBeUndefined()
    }
  })

  test('processes that count the same keys at once neither wait for each other for ever nor count one twice', async () => {
    const workspaces = await Promise.all(Array.from({ length: 6 }, () => service.workspace()))
    const processes = [workspaces, workspaces.toReversed(), workspaces].map((order) => ({
      counter: newCounter(),
      order,
    }))
    const counted = await Promise.all(
      processes.flatMap(({ counter, order }) =>
        Array.from({ length: 10 }, () => order).flatMap((each) => each.flatMap((one) => counting(counter, one, 1))),
      ),
    )
    for (const { keyId } of workspaces) {
      const numbers = counted.filter((key) => key!.id === keyId).map((key) => key!.requests)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
    }
  })

  test('a key that is revoked while others are counted is not known to the next request', async () => {
    const workspace = await service.workspace()
    const counter = newCounter()
    const before = Promise.all(counting(counter, workspace, 3))
    expect((await before).every((key) => key !== undefined)).toBe(true)
    await revokeKey(workspace.context, workspace.keyId)
    expect(await Promise.all(counting(counter, workspace, 3))).toEqual([undefined, undefined, undefined])
  })
})
