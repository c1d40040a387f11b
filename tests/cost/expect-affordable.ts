import assert from 'node:assert/strict'
import { Connection } from '../fuzz/connection.ts'
import type { RawAnswer } from '../fuzz/connection.ts'
import { describeCost, isExact, overruns } from './budget.ts'
import type { Cost } from './budget.ts'
import type { MeasuredServer } from './measured-server.ts'
import { besideReads } from './neighbour.ts'
import { SHOWN } from './sizes.ts'

/** Collections of garbage and other processes disturb what is measured: what is too much is tried again, so often. */
const TRIES = 3
/** How long an answer may take, in milliseconds: what is expensive is to be told by what it cost. */
const PATIENCE_MS = 60_000

/** Sends a request on its own connection, with the attacker's key. */
export type Send = (request: Buffer) => Promise<RawAnswer>

/**
 * Sends what an attack sends, while another workspace reads, and expects it to cost no more than it may. The attack is
 * told which try it is: each has to send something new, as what is sent again may cost nothing.
 */
export async function expectAffordable(
  measured: MeasuredServer,
  what: string,
  attack: (send: Send, attempt: number) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (attempt > 1) measured.yardstickMs = await measured.probe.yardstick()
    const cost = await costOf(measured, (send) => attack(send, attempt))
    const over = overruns(cost)
    if (SHOWN) console.log(`${what}: ${describeCost(cost)}`)
    if (over.length === 0) return
    if (attempt < TRIES && !over.some(isExact)) continue
    const overrun = over.map(({ what, spent, budget }) => `${what} ${spent}, of ${budget}`).join('; ')
    assert.fail(`${what} costs too much: ${overrun}.\nIn all: ${describeCost(cost)}`)
  }
}

async function costOf(measured: MeasuredServer, attack: (send: Send) => Promise<unknown>): Promise<Cost> {
  const { probe, stocked, yardstickMs } = measured
  let [requests, sentBytes] = [0, 0]
  const statuses = new Set<number>()
  const send: Send = async (request) => {
    requests++
    sentBytes += request.length
    const connection = new Connection(measured.port, { patienceMs: PATIENCE_MS })
    try {
      await connection.send(request)
      const answer = await connection.answer()
      const { error } = connection
      assert.ok(answer, `There is no answer: ${error ? error.message : 'the server hung up.'}`)
      assert.ok(answer.status < 500 || answer.status === 503, answer.body)
      statuses.add(answer.status)
      return answer
    } finally {
      await connection.close()
    }
  }
  const storedBefore = await measured.storedBytes()
  await probe.begin(stocked.attacker.workspaceId)
  const [, reads] = await besideReads(measured, () => attack(send))
  const reading = await probe.read()
  const storedBytes = (await measured.storedBytes()) - storedBefore
  return { ...reading, requests, statuses: [...statuses], sentBytes, storedBytes, yardstickMs, reads }
}
