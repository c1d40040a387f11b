import { expect, test } from 'vitest'
import { makeSetUpCode } from '../../server/src/people/set-up.ts'
import { useOwnService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { expectDone, invalidFields } from '../given/given.ts'

const service = useOwnService()

const INPUT = {
  name: 'Olive Owner',
  email: 'olive@harbour.example',
  password: 'a long enough password',
  workspace: { name: 'Harbour Wholesale', currency: 'gbp', timezone: 'Europe/London', taxLabel: 'ex VAT' },
}

test('whoever has the latest code makes the first workspace, once', async () => {
  const browser = newBrowser(service)
  const isNeeded = async () => (await browser.call('GET', '/account/set-up')).body.data.isNeeded
  const setUp = (code: string, input = INPUT) => newBrowser(service).call('POST', '/account/set-up', { ...input, code })
  expect(await isNeeded()).toBe(true)
  const earlier = (await makeSetUpCode(service.context))!
  const code = (await makeSetUpCode(service.context))!
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  for (const wrong of [earlier, 'AAAA-AAAA-AAAA-AAAA']) expect(invalidFields(await setUp(wrong))).toEqual(['code'])
  const nowhere = { ...INPUT, workspace: { ...INPUT.workspace, timezone: 'Nowhere' } }
  expect(invalidFields(await setUp(code, nowhere))).toEqual(['timezone'])

  const answers = await Promise.all([setUp(code.toLowerCase()), setUp(code)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status === 200)!.body.data).toEqual({ slug: 'harbour-wholesale' })
  expect(await isNeeded()).toBe(false)
  expect(await makeSetUpCode(service.context)).toBe(null)
  expect((await setUp(code)).body.error.code).toBe('invalid_request')

  expectDone(await browser.call('POST', '/account/sign-in', INPUT))
  const { body } = await browser.call('GET', '/console/harbour-wholesale/workspace')
  expect(body.data).toMatchObject({ currency: 'GBP', me: { name: 'Olive Owner', role: 'owner' } })
})
