import { expect, test } from 'vitest'
import { setPassword } from '../../server/src/people/members.ts'
import { SAMPLE_BUYER_EMAIL } from '../../server/src/ops/sample/create-sample.ts'
import { SIGN_IN } from './sample-service.ts'
import { describePages, expectHeading, signIn } from './use-console.ts'

describePages('pages that another machine of a network opens without TLS', (service) => {
  /** The page after signing in, at a host name that browsers do not trust as they trust 127.0.0.1. */
  async function opened(path: string, as: { email: string; password: string }) {
    const page = await service.open('/sign-in', { as: 'nobody', fresh: true })
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.goto(`http://shop.test:${new URL(service.url).port}${path}`)
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await signIn(page, as)
    return { page, failures }
  }

  test('who signs in is offered no passkey, as browsers have none there', async () => {
    const page = await service.open('/sign-in', { as: 'nobody', fresh: true })
    await page.goto(`http://shop.test:${new URL(service.url).port}/sign-in`)
    await page.getByRole('button', { name: 'E-mail me a link' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
  })

  test('staff begin an order by phone', async () => {
    const { page, failures } = await opened('/w/sample/orders', SIGN_IN)
    await page.getByRole('button', { name: 'Place an order' }).click()
    await page.getByRole('main').getByLabel('Customer').waitFor()
    expect(failures).toEqual([])
  })

  test('a buyer adds to the basket', async () => {
    const buyer = { ...SIGN_IN, email: SAMPLE_BUYER_EMAIL }
    await setPassword(service.context, buyer)
    const { page, failures } = await opened('/t/sample', buyer)
    await expectHeading(page, 'Catalogue')
    await page.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).first().click()
    await page.getByText('Added to the basket.').waitFor()
    expect(failures).toEqual([])
  })
})
