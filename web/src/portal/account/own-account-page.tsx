import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { streetInWords } from '../../../../server/src/shared/read-day.ts'
import type { Address } from '../../shared/address-fields.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Section } from '../../shared/section.tsx'
import AddressDialog from '../basket/address-dialog.tsx'
import { basketQuery } from '../basket/basket-queries.ts'
import { Facts } from '../orders/order-page.tsx'
import { usePortal } from '../portal-context.tsx'
import styles from './own-account-page.module.css'
import { Mails } from './mails.tsx'
import { ownAccountQuery } from './own-account-query.ts'

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
      <ul className={styles.list} aria-label="Delivery addresses">
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
        <Button variant="default" mt="sm" onClick={() => setShown({ address: null })}>
          Add address
        </Button>
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
