import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { BUYER_ROLES, buyerRole } from '../../shared/buyer-roles.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { DisabledReason } from '../../shared/disabled-reason.tsx'
import { InvitationLink } from '../../shared/invitation-link.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { InviteBuyerDialog } from '../../shared/invite-buyer-dialog.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch, useSearchTexts } from '../../shared/search-params.ts'
import { Section } from '../../shared/section.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { usePortal } from '../portal-context.tsx'
import { colleaguesQuery, preparedBasketsQuery } from './colleague-queries.ts'
import type { Colleague, PreparedBasket } from './colleague-queries.ts'
import styles from './colleagues.module.css'

/** Who buys for the same customer, and which of their baskets wait for an order. */
export function ColleaguesPage() {
  const { slug, customer, me } = usePortal()
  const { dialog } = useSearchTexts<'dialog'>()
  const changeSearch = useChangeSearch()
  const { data: colleagues = [], error, refetch } = useQuery(colleaguesQuery(slug))
  const [invited, setInvited] = useState<Invited | null>(null)
  const reason = useReasonNotToManage()
  const queryClient = useQueryClient()
  const invite = async (body: { name: string; email: string; mayOrder: boolean }) => {
    const { data } = await api.POST('/app-api/portal/{slug}/colleagues', { params: { path: { slug } }, body })
    void queryClient.invalidateQueries(colleaguesQuery(slug))
    return data!.data.link
  }
  return (
    <Page
      title="Colleagues"
      description={`Who buys for ${customer.name}.`}
      actions={
        <DisabledReason reason={reason}>
          <Button onClick={() => changeSearch({ dialog: 'invite' }, { push: true })}>Invite colleague</Button>
        </DisabledReason>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
      <Stack>
        {me.mayOrder && <Waiting />}
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
        onClose={() => changeSearch({ dialog: undefined })}
        invite={invite}
        onLink={setInvited}
      />
    </Page>
  )
}

/** Why the buyer can neither invite colleagues nor change their roles, or null. */
function useReasonNotToManage(): string | null {
  const { settings, me, reasonNotToOrder, name } = usePortal()
  if (!settings.allowColleagues) return `${name} invites buyers: ask there.`
  return me.mayOrder ? reasonNotToOrder : 'Only somebody who may order can do this.'
}

/** The baskets that colleagues have prepared. */
function Waiting() {
  const { slug } = usePortal()
  const { data: baskets } = useQuery(preparedBasketsQuery(slug))
  return (
    <Section title="Baskets to order">
      {baskets?.length === 0 && <Text c="dimmed">No colleague waits for an order.</Text>}
      <ul className={styles.list} aria-label="Baskets to order">
        {baskets?.map((basket) => (
          <WaitingBasket key={basket.buyerId} basket={basket} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingBasket({ basket: { buyerId, name, askedAt, lineCount } }: { basket: PreparedBasket }) {
  const { slug, timezone } = usePortal()
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Anchor
          fw={600}
          className={styles.name}
          renderRoot={(props) => (
            <Link {...props} to={'/t/$slug/colleagues/$id' as never} params={{ slug, id: buyerId } as never} />
          )}
        >
          Basket of {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {lineCount === 1 ? '1 line' : `${lineCount.toLocaleString('en')} lines`}, asked{' '}
          {formatDateTime(askedAt, timezone)}
        </Text>
      </div>
    </li>
  )
}

function Person({ colleague, onLink }: { colleague: Colleague; onLink: (invited: Invited) => void }) {
  const { slug, me } = usePortal()
  const { id, name, email, hasJoined, mayOrder } = colleague
  const queryClient = useQueryClient()
  const reason = useReasonNotToManage()
  const canSet = reason === null && id !== me.id
  const path = { slug, id }
  const setRole = async (role: string | null) => {
    const { data } = await api.PUT('/app-api/portal/{slug}/colleagues/{id}/role', {
      params: { path },
      body: { mayOrder: role === 'order' },
    })
    queryClient.setQueryData(colleaguesQuery(slug).queryKey, data!.data)
    notify(role === 'order' ? `${name} may order now.` : `${name} may prepare baskets, and asks a colleague to order.`)
  }
  const inviteAgain = async () => {
    const { data } = await api.POST('/app-api/portal/{slug}/colleagues/{id}/invite', { params: { path } })
    if (data!.data.link) onLink({ name, link: data!.data.link })
    else notify(`${name} gets a new link by mail.`)
  }
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Text fw={600}>
          {name}
          {id === me.id && ' (you)'}
        </Text>
        <Text size="sm" c="dimmed">
          {email}
          {!hasJoined && ' · invited'}
        </Text>
      </div>
      <Group gap="xs">
        {!hasJoined && (
          <DisabledReason reason={reason}>
            <Button
              variant="subtle"
              aria-label={`Invite ${name} again`}
              onClick={() => void inviteAgain().catch(notifyFailure)}
            >
              Invite again
            </Button>
          </DisabledReason>
        )}
        {canSet ? (
          <Select
            aria-label={`Role of ${name}`}
            data={BUYER_ROLES}
            value={mayOrder ? 'order' : 'prepare'}
            allowDeselect={false}
            onChange={(role) => void setRole(role).catch(notifyFailure)}
            w={210}
          />
        ) : (
          <Text size="sm">{buyerRole(mayOrder)}</Text>
        )}
      </Group>
    </li>
  )
}
