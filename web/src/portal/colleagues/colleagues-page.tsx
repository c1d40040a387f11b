import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { BuyerTerms } from '../../shared/buyer-terms.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { InvitationLink } from '../../shared/invitation-link.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { InviteBuyerDialog } from '../../shared/invite-buyer-dialog.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { Section } from '../../shared/section.tsx'
import { usePortal } from '../portal-context.tsx'
import { colleaguesQuery, requestsQuery } from './colleague-queries.ts'
import styles from './colleagues.module.css'
import { Person, useReasonNotToManage } from './person.tsx'
import { RequestRow } from './request-row.tsx'

const route = getRouteApi('/t/$slug/colleagues')

/** Who buys for the same customer, and what of theirs waits for an approval. */
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

/** What colleagues ask the buyer to approve. */
function Waiting() {
  const { slug } = usePortal()
  const { data } = useQuery(requestsQuery(slug))
  const requests = data?.filter(({ isOwn }) => !isOwn)
  return (
    <Section title="Baskets to approve">
      {requests?.length === 0 && <Text c="dimmed">No colleague is waiting for you.</Text>}
      <ul className={styles.list} aria-label="Baskets to approve">
        {requests?.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  )
}
