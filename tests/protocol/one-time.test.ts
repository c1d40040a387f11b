import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { givenAgreedPrice, givenCustomer, item, read, send } from '../given/given.ts'

// Its own: the test sets its clock.
const service = useService({})
const START = new Date('2026-03-02T10:00:00.000Z')
const BEFORE = new Date(START.getTime() - 60_000)

test('an answer is as of the moment of its tag, although the clock steps back while it is made', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 5, startsAt: START.toISOString() })
  const { id } = await read(workspace, 'DEN-1042')
  const paths = ['/products', `/products/${id}`, '/prices'].map((path) => `${path}?customer=QUAY&sku=DEN-1042`)

  /** The tag and the answer, where the clock says so much at first, and less from that time on that it is read. */
  const ask = async (path: string, early: number) => {
    let times = 0
    service.context.clock = () => (times++ < early ? START : BEFORE)
    const { headers, body } = await workspace.get(path)
    return [headers.get('etag')!, body] as const
  }
  for (const path of paths) {
    for (const early of [1, 2, 3, 4]) {
      // With its own parameter, so that none is given from memory.
      const own = `${path}&n=${early}`
      const answers = new Map([await ask(own, Infinity), await ask(own, 0)])
      expect(answers.size).toBe(2)
      const [tag, body] = await ask(own, early)
      expect({ path: own, body: answers.get(tag) }).toEqual({ path: own, body })
    }
  }
})
