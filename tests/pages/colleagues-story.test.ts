import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../server/src/people/persons.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

/** A colleague of the sample's buyer. */
const HELPER = { name: 'Marek Dolan', email: 'marek@castlelane.example' }

describePages('colleagues of the trade portal', (service) => {
  let helperToken: string

  beforeAll(async () => {
    const context = service.operator
    const settings = await readEditablePortal(context)
    await updatePortalSettings(context, { ...settings, allowColleagues: true, colour: '#099268' })
    const personId = (await addPerson(context, { ...HELPER, isVerified: true, passwordHash: 'none' }))!
    await context.db
      .updateTable('buyer')
      .set({ order_limit: 0, status: 'active', person_id: personId, email: null, email_key: null })
      .where('workspace_id', '=', service.workspaceId)
      .where('email_key', '=', HELPER.email)
      .execute()
    helperToken = await beginSession(context, personId)
  })

  test('one prepares a basket and asks; the other invites a third, disables and enables her, and approves the basket', async () => {
    service.tokens.nobody = helperToken
    const helper = await service.open('/t/sample', { as: 'nobody', viewport: PHONE })
    await helper.getByRole('listitem').getByRole('button', { name: 'Add', exact: true }).first().click()
    await helper.getByRole('link', { name: /^Basket 1$/ }).click()
    await expectHeading(helper, 'Basket')
    await helper.getByRole('button', { name: 'Ask for approval' }).click()
    await helper.getByText('The basket is empty').waitFor()
    const waiting = helper.getByRole('list', { name: 'Waiting for approval' })
    await waiting.getByRole('button', { name: 'Take back' }).waitFor()
    await expectNoSidewaysScroll(helper)
    await expectAccessible(helper)

    const chief = await service.open('/t/sample', { as: 'buyer', viewport: PHONE })
    await chief.getByRole('link', { name: '2 colleagues ask you to approve orders.' }).click()
    await expectHeading(chief, 'Colleagues')
    await chief.getByRole('listitem').filter({ hasText: 'Marek Dolan' }).getByText('Prepares baskets').waitFor()
    await expectNoSidewaysScroll(chief)
    await expectAccessible(chief)
    await chief.getByRole('button', { name: 'Invite colleague' }).click()
    const dialog = chief.getByRole('dialog', { name: 'Invite colleague' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ida Third')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('ida@castlelane.example')
    await expectAccessible(chief)
    await dialog.getByRole('button', { name: 'Invite colleague' }).click()
    await chief.getByRole('textbox', { name: 'Invitation link' }).waitFor()
    await chief.getByRole('listitem').filter({ hasText: 'Ida Third' }).waitFor()

    await chief.getByRole('button', { name: 'Disable Ida Third' }).click()
    await chief.getByText('Ida Third can no longer order here.').waitFor()
    await chief.getByText('ida@castlelane.example · disabled').waitFor()
    await expectAccessible(chief)
    await chief.getByRole('button', { name: 'Enable Ida Third' }).click()
    await chief.getByText('ida@castlelane.example · invited').waitFor()

    await chief.getByRole('link', { name: 'Basket of Marek Dolan' }).click()
    await expectHeading(chief, 'Basket of Marek Dolan')
    await expectNoSidewaysScroll(chief)
    await expectAccessible(chief)
    await chief.getByRole('button', { name: 'Approve' }).click()
    await chief.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor()
    // Seen without a reload.
    await waiting.waitFor({ state: 'detached' })
    expect([complaints(helper), complaints(chief)]).toEqual([[], []])
  })
})
