import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ORDER_STEPS, listInWords } from '../../../../server/src/shared/order-steps.ts'
import { streetInWords } from '../../../../server/src/shared/read-day.ts'
import type { Address } from '../../shared/address-fields.tsx'
import { api } from '../../shared/api.ts'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { SaveButton } from '../../shared/disabled-reason.tsx'
import { SubmitForm } from '../../shared/form.tsx'
import { notify } from '../../shared/toasts.tsx'
import AddressDialog from '../basket/address-dialog.tsx'
import { basketQuery } from '../basket/basket-queries.ts'
import { Facts } from '../orders/order-page.tsx'
import { portalQuery, usePortal } from '../portal-context.tsx'
import styles from './own-account-page.module.css'
import { ownAccountQuery } from '../queries.ts'

/** How the buyer's customer stands with the wholesaler, where it is delivered to, and which mails the buyer gets. */
export function OwnAccountPage() {
  const { slug, name, customer, currency, taxLabel, me, settings } = usePortal()
  const { data: account } = useSuspenseQuery(ownAccountQuery(slug))
  const { paymentTermsDays, credit, minOrderValue } = account
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    <Page title={`Your account with ${name}`} description={customer.name}>
      <Stack gap="lg">
        <Section title="Terms">
          <Facts
            facts={{
              ...(customer.accountCode && { 'Account code': customer.accountCode }),
              'Payment terms': paymentTermsDays === null ? 'As agreed' : counted(paymentTermsDays, 'day'),
              'Credit left': credit ? `${money(credit.left)} of ${money(credit.limit)}, with tax` : 'No limit is set',
              'Minimum order': minOrderValue === null ? 'None' : `${money(minOrderValue)} ${taxLabel}`,
              ...(customer.poRequired && { 'PO number': 'Required with each order' }),
              'You may order':
                me.orderLimit === null
                  ? 'Any sum'
                  : me.orderLimit === 0
                    ? 'With approval'
                    : `Up to ${money(me.orderLimit)}`,
            }}
          />
        </Section>
        <Section title="Delivery addresses">
          <Addresses {...account} />
        </Section>
        <Mails />
        {settings.address && (
          <Section title={`Where to reach ${name}`}>
            <Text style={{ whiteSpace: 'pre-line' }}>{settings.address}</Text>
          </Section>
        )}
      </Stack>
    </Page>
  )
}

function Addresses({ addresses, mayChangeAddresses }: { addresses: Address[]; mayChangeAddresses: boolean }) {
  const { slug, name, takesOrders } = usePortal()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<{ address: Address | null } | null>(null)
  const mayChange = mayChangeAddresses && takesOrders
  return (
    <>
      {addresses.length === 0 && <Text c="dimmed">There is none yet.</Text>}
      <ul className="plain-list" aria-label="Delivery addresses">
        {addresses.map((address) => (
          <li key={address.id} className={styles.address}>
            <div>
              <Text fw={600}>{address.name}</Text>
              <Text size="sm" c="dimmed">
                {streetInWords(address)}
              </Text>
            </div>
            {mayChange && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Change ${address.name}`}
                onClick={() => setShown({ address })}
              >
                Change
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <Group mt="sm">
          <Button variant="default" onClick={() => setShown({ address: null })}>
            Add address
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {name} keeps them: ask for a change.
        </Text>
      )}
      {shown && (
        <AddressDialog
          address={shown.address}
          onDone={async () => {
            void queryClient.invalidateQueries(basketQuery(slug))
            await queryClient.invalidateQueries(ownAccountQuery(slug))
          }}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

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
function Mails() {
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
