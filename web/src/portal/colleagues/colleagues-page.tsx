import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../../../server/src/rules/counted.ts'
import { api } from '../../shared/api.ts'
import type { BuyerTerms } from '../../shared/buyer-terms.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { InvitationLink } from '../../shared/invitation-link.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { InviteBuyerDialog } from '../../shared/invite-buyer-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { Section } from '../../shared/section.tsx'
import { usePortal } from '../portal-context.tsx'
import { colleaguesQuery, preparedBasketsQuery } from './colleague-queries.ts'
import type { PreparedBasket } from './colleague-queries.ts'
import styles from './colleagues.module.css'
import { Person, useReasonNotToManage } from './person.tsx'
import { TextLink } from '../../shared/text-link.tsx'

const route = getRouteApi('/t/$slug/colleagues')

/** Who buys for the same customer, and which of their baskets wait for an order. */
export function ColleaguesPage() {
  const { slug, customer, currency, me } = usePortal()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data: colleagues = [], error, refetch } = useQuery(colleaguesQuery(slug))
  const [invited, setInvited] = useState<Invited | null>(null)
  const reason = useReasonNotToManage()
  const queryClient = useQueryClient()
  const invite = async (body: { name: string; email: string } & BuyerTerms) => {
    const { data } = await api.POST('/app-api/portal/{slug}/colleagues', { params: { path: { slug } }, body })
    void queryClient.invalidateQueries(colleaguesQuery(slug))
    return data.link
  }
  return (
    <Page
      title="Colleagues"
      description={`Who buys for ${customer.name}.`}
      actions={
        <GuardedButton reason={reason} onClick={() => changeSearch({ dialog: 'invite' }, { push: true })}>
          Invite colleague
        </GuardedButton>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
      <Stack>
        {me.orderLimit !== 0 && <Waiting />}
        <Section title="People">
          <ul className={styles.list} aria-label="People">
            {colleagues.map((colleague) => (
              <Person key={colleague.id} colleague={colleague} onLink={setInvited} />
            ))}
          </ul>
        </Section>
      </Stack>
      <InviteBuyerDialog
        title="Invite colleague"
        opened={dialog === 'invite' && reason === null}
        currency={currency}
        orderLimit={0}
        onClose={() => changeSearch({ dialog: undefined })}
        invite={invite}
        onLink={setInvited}
      />
    </Page>
  )
}

/** The baskets that colleagues have prepared. */
function Waiting() {
  const { slug } = usePortal()
  const { data: baskets } = useQuery(preparedBasketsQuery(slug))
  return (
    <Section title="Baskets to approve">
      {baskets?.length === 0 && <Text c="dimmed">No colleague waits for you.</Text>}
      <ul className={styles.list} aria-label="Baskets to approve">
        {baskets?.map((basket) => (
          <WaitingBasket key={basket.buyerId} basket={basket} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingBasket({ basket: { buyerId, name, askedAt, lineCount, subtotal } }: { basket: PreparedBasket }) {
  const { slug, timezone, currency, taxLabel } = usePortal()
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <TextLink fw={600} className={styles.name} to="/t/$slug/colleagues/$id" params={{ slug, id: buyerId }}>
          Basket of {name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {formatMoney(subtotal, currency)} {taxLabel} in {counted(lineCount, 'line')}, asked{' '}
          {formatDateTime(askedAt, timezone)}
        </Text>
      </div>
    </li>
  )
}
