import { expect, test } from 'vitest'
import { givenPerson, latestMail } from '../given/person.ts'
import { SIGN_IN } from './sample-service.ts'
import { PHONE, describePages, expectAccessible, expectHeading, signIn } from './use-console.ts'

describePages('one’s own account', (console) => {
  test('another e-mail waits, is called off, and is confirmed by its link; the address of before calls it off again', async () => {
    const person = await givenPerson(console.context)
    const page = await console.open('/account', { as: 'nobody' })
    await signIn(page, person)
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'E-mail' }) })
    const askFor = async (email: string) => {
      await section.getByLabel('E-mail').fill(email)
      await section.getByLabel('Current password').fill(person.password)
      await section.getByRole('button', { name: 'Change e-mail' }).click()
      await section.getByText(`${email} waits for the link that was sent to it.`).waitFor()
    }
    await askFor('first@calder.example')
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Call off' }).click()
    await section.getByText('first@calder.example').waitFor({ state: 'detached' })
    await askFor('second@calder.example')
    await page.goto(await linkTo('second@calder.example'))
    await expectHeading(page, 'Confirm your e-mail')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm this e-mail' }).click()
    await expectHeading(page, 'Your account')
    expect(await section.getByLabel('E-mail').inputValue()).toBe('second@calder.example')

    const other = await console.open(await linkTo(person.email), { as: 'nobody', viewport: PHONE })
    await expectHeading(other, 'Call off the new e-mail')
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Call it off' }).click()
    await other.getByText(`The account belongs to ${person.email}.`).waitFor()
    await page.reload()
    await expectHeading(page, 'Sign in')
  })

  test('a chosen theme stays, whatever the system says', async () => {
    const page = await console.open('/account', { scheme: 'light' })
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.goto('/w/sample')
    await expectHeading(page, 'Home')
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  test('signing out everywhere ends the sessions in other browsers, too', async () => {
    const page = await console.open('/account')
    const other = await console.open('')
    await expectHeading(other, 'Home')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectHeading(page, 'Sign in')
    await other.goto('/w/sample/orders')
    await expectHeading(other, 'Sign in')
  })

  test('name, e-mail and password are changed, and what is wrong is said at its field', async () => {
    const page = await console.open('/account', { as: 'manager' })
    await expectHeading(page, 'Your account')
    await page.getByLabel('Name').fill('Thomas Ashby')
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByText('Your name was changed.').waitFor()
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Password' }) })
    await section.getByLabel('Current password').fill('not this one')
    await section.getByLabel('New password').fill('another password of the tests')
    await section.getByRole('button', { name: 'Change password' }).click()
    await section.getByText('Must be your present password.').waitFor()
    expect(await section.getByLabel('New password').inputValue()).toBe('another password of the tests')
    await section.getByLabel('Current password').fill(SIGN_IN.password)
    await section.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed.').waitFor()
  })

  async function linkTo(email: string): Promise<string> {
    const { text } = await latestMail(console.context, email)
    const { pathname, search } = new URL(/http:\S+/.exec(text)![0])
    return `${pathname}${search}`
  }
})
