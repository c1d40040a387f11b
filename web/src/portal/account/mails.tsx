import { Group, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { Section } from '../../shared/section.tsx'
import { SaveButton } from '../../shared/save-button.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { notify } from '../../shared/toasts.ts'
import { ORDER_STEPS, listInWords } from '../../../../server/src/shared/order-steps.ts'
import { portalQuery, usePortal } from '../portal-context.tsx'

const MAILED_STEPS = listInWords(
  Object.values(ORDER_STEPS).flatMap(({ done, news }) => (news === null ? [] : done)),
  'disjunction',
)

const ORDER_MAILS = [
  { value: 'own', label: 'My own orders' },
  { value: 'all', label: 'All orders of my company' },
  { value: 'none', label: 'No orders' },
] as const

const PRICE_MAILS = [
  { value: 'weekly', label: 'Once a week, if one has changed' },
  { value: 'never', label: 'Never' },
]

/** Which mails the buyer wants. */
export function Mails() {
  const { slug, me, reasonNotToOrder } = usePortal()
  const queryClient = useQueryClient()
  const [orderMails, setOrderMails] = useState(me.orderMails)
  const [priceMails, setPriceMails] = useState(me.priceMails)
  const save = async () => {
    const { data } = await api.PUT('/app-api/portal/{slug}/mails', {
      params: { path: { slug } },
      body: { orderMails, priceMails },
    })
    queryClient.setQueryData(portalQuery(slug).queryKey, data)
    notify('Your choice was saved.')
  }
  return (
    <Section title="Mails">
      <Text c="dimmed" mb="sm">
        They go to {me.email}.
      </Text>
      <LeaveGuard when={orderMails !== me.orderMails || priceMails !== me.priceMails} />
      <SubmitForm onSubmit={save}>
        {(_, pending) => (
          <Stack maw={420}>
            <Select
              label="Mails about orders"
              description={`When an order is ${MAILED_STEPS}.`}
              data={ORDER_MAILS}
              value={orderMails}
              allowDeselect={false}
              onChange={(value) => setOrderMails(ORDER_MAILS.find((one) => one.value === value)?.value ?? 'own')}
            />
            <Select
              label="Mails about prices"
              description="Which of your prices go up, and which go down."
              data={PRICE_MAILS}
              value={priceMails ? 'weekly' : 'never'}
              allowDeselect={false}
              onChange={(value) => setPriceMails(value === 'weekly')}
            />
            <Group>
              <SaveButton pending={pending} reason={reasonNotToOrder} />
            </Group>
          </Stack>
        )}
      </SubmitForm>
    </Section>
  )
}
