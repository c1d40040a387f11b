import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { useWorkspace, workspaceQuery } from '../workspace-context.tsx'
import { orderSettingsQuery } from './settings-queries.ts'
import { Checkbox, Group, Select, Stack, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CreditPolicy } from '../../../../server/src/shared/credit.ts'
import { MAX_CREDIT_LIMIT, MAX_LEAD_DAYS, ORDER_TERMS } from '../../../../server/src/shared/limits.ts'
import { readQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { TimeInput } from '../../shared/date-input.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { parsePercent } from '../../shared/money.ts'
import { MoneyInput, moneyText, parseMoney } from '../../shared/money.tsx'
import { SaveButton } from '../../shared/disabled-reason.tsx'
import { SubmitForm, throwProblems, useTexts } from '../../shared/form.tsx'
import { notify } from '../../shared/toasts.tsx'

/** How orders are taken, whoever places them. */
export function OrderingPage() {
  const { slug } = useWorkspace()
  const { data: settings } = useSuspenseQuery(orderSettingsQuery(slug))
  return (
    <Page
      title="Ordering"
      description="For every order, from the trade portal or by staff. Placed orders keep what they had."
    >
      {/* Its own form for each state that it was opened with. */}
      <OrderingForm key={settings.version} settings={settings} />
    </Page>
  )
}

type Settings = components['schemas']['OrderSettings']

const POLICIES: { value: CreditPolicy; label: string }[] = [
  { value: 'hold', label: 'It waits until somebody confirms it' },
  { value: 'refuse', label: 'It is refused' },
  { value: 'nothing', label: 'Nothing' },
]

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The settings of orders; owners save them. */
function OrderingForm({ settings }: { settings: Settings }) {
  const { slug, currency, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { texts, field, setTexts, isChanged } = useTexts({
    taxRateBp: settings.taxRateBp === null ? '' : String(settings.taxRateBp / 100),
    terms: settings.terms ?? '',
    cutOff: settings.cutOff ?? '',
    leadDays: String(settings.leadDays),
    minOrderValue: moneyText(settings.minOrderValue, currency),
  })
  const [orderDays, setOrderDays] = useState(settings.orderDays.map(String))
  const [creditPolicy, setCreditPolicy] = useState(settings.creditPolicy)
  const [deskSetsPrices, setDeskSetsPrices] = useState(settings.deskSetsPrices)
  const [allowAddresses, setAllowAddresses] = useState(settings.allowAddresses)
  const save = async () => {
    const rate = parsePercent(texts.taxRateBp, { min: 0 })
    const lead = readQuantity(texts.leadDays, { least: 0, most: MAX_LEAD_DAYS })
    const minimum = parseMoney(texts.minOrderValue, currency, { max: MAX_CREDIT_LIMIT })
    throwProblems({
      minOrderValue: minimum.problem,
      taxRateBp: rate.problem,
      orderDays: orderDays.length === 0 ? 'Choose at least one day.' : undefined,
      leadDays: lead.reason && `Write a whole number of days, up to ${MAX_LEAD_DAYS}.`,
    })
    const body = {
      taxRateBp: rate.value ?? null,
      terms: texts.terms.trim() || null,
      orderDays: orderDays.map(Number),
      cutOff: texts.cutOff.trim() || null,
      leadDays: lead.value!,
      allowAddresses,
      creditPolicy,
      deskSetsPrices,
      minOrderValue: minimum.value ?? null,
      version: settings.version,
    }
    const { data } = await api.PUT('/app-api/console/{slug}/ordering', { params: { path: { slug } }, body })
    queryClient.setQueryData(orderSettingsQuery(slug).queryKey, data)
    void queryClient.invalidateQueries({ queryKey: workspaceQuery(slug).queryKey })
    notify('The settings were saved.')
  }
  const isChosen =
    allowAddresses !== settings.allowAddresses ||
    deskSetsPrices !== settings.deskSetsPrices ||
    creditPolicy !== settings.creditPolicy ||
    orderDays.toSorted().join() !== settings.orderDays.join()
  const reason = reasonNot('settings')
  return (
    <SubmitForm onSubmit={save}>
      {(fieldError, pending) => (
        <>
          <LeaveGuard when={(isChanged || isChosen) && !pending} />
          <Stack maw={560} gap="md">
            <TextInput
              label="Tax rate"
              description="In percent, such as 20. Basket, order and mails then show tax and total below the subtotal. Blank: no tax is shown."
              inputMode="decimal"
              {...field('taxRateBp', fieldError)}
              readOnly={reason !== null}
            />
            <Textarea
              label="Freight and tax"
              description="Your text about them, shown below the totals."
              maxLength={ORDER_TERMS}
              autosize
              minRows={2}
              {...field('terms', fieldError)}
              readOnly={reason !== null}
            />
            <MoneyInput
              label="Minimum order value"
              description="Before tax. Buyers order from this value on; staff may go below. Price groups and customers may have their own. Blank: none."
              currency={currency}
              max={MAX_CREDIT_LIMIT}
              value={texts.minOrderValue}
              onChange={(minOrderValue) => setTexts((current) => ({ ...current, minOrderValue }))}
              error={fieldError('minOrderValue')}
              readOnly={reason !== null}
            />
            <Checkbox.Group
              label="Order days"
              description="Orders are prepared and delivered on these days."
              value={orderDays}
              onChange={setOrderDays}
              error={fieldError('orderDays')}
              readOnly={reason !== null}
            >
              <Group mt="xs" gap="md">
                {DAYS.map((label, i) => (
                  <Checkbox key={label} value={String(i + 1)} label={label} />
                ))}
              </Group>
            </Checkbox.Group>
            <TimeInput
              label="Cut-off"
              description="What is ordered later counts for the next order day. Blank: the whole day counts."
              value={texts.cutOff}
              onChange={(cutOff) => setTexts((current) => ({ ...current, cutOff }))}
              error={fieldError('cutOff')}
              readOnly={reason !== null}
            />
            <TextInput
              label="Lead days"
              description="Order days until the first day of delivery. With 1, what is ordered on Monday can come on Tuesday."
              inputMode="numeric"
              {...field('leadDays', fieldError)}
              readOnly={reason !== null}
            />
            <LabelledSwitch
              label="Allow addresses"
              description="Buyers add, change and remove delivery addresses of their company."
              checked={allowAddresses}
              onChange={(event) => setAllowAddresses(event.currentTarget.checked)}
            />
            <LabelledSwitch
              label="Prices by hand for the role Orders"
              description="Owners, managers and the role Pricing set them anyway."
              checked={deskSetsPrices}
              onChange={(event) => setDeskSetsPrices(event.currentTarget.checked)}
            />
            <Select
              label="Past the credit limit"
              description="What happens to an order that passes its customer's limit, with the open balance and all open orders."
              data={POLICIES}
              value={creditPolicy}
              onChange={(policy) => policy && setCreditPolicy(policy as typeof creditPolicy)}
              allowDeselect={false}
              readOnly={reason !== null}
            />
            <Group>
              <SaveButton pending={pending} reason={reason} />
            </Group>
          </Stack>
        </>
      )}
    </SubmitForm>
  )
}
