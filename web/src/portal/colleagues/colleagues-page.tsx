import { Stack, Text, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '../../shared/api.ts'
import {
  limitLabel,
  savedTerms,
  InvitationLink,
  InviteBuyerDialog,
  EditBuyerDialog,
} from '../../shared/buyer-dialogs.tsx'
import type { BuyerTerms, Invited } from '../../shared/buyer-dialogs.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { usePortal } from '../portal-context.tsx'
import { colleaguesQuery, requestsQuery } from '../queries.ts'
import type { ApprovalRequest, Colleague } from '../queries.ts'
import styles from './colleagues.module.css'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { TextLink } from '../../shared/links.tsx'
import { notify, notifyFailure, notifyWithUndo } from '../../shared/toasts.tsx'

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
          <ul className="plain-list" aria-label="People">
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
      <ul className="plain-list" aria-label="Baskets to approve">
        {requests?.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  )
}

/** A request in a list, with the way to all of it. */
export function RequestRow({ request, children }: { request: ApprovalRequest; children?: ReactNode }) {
  const { slug, timezone, currency, taxLabel } = usePortal()
  const { id, name, isOwn, askedAt, subtotal, lineCount, sentBack } = request
  const sum = `${formatMoney(subtotal, currency)} ${taxLabel} in ${counted(lineCount, 'line')}`
  const asked = formatDateTime(askedAt, timezone)
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <TextLink fw={600} className={styles.name} to="/t/$slug/colleagues/$id" params={{ slug, id }}>
          {isOwn ? sum : `Basket of ${name}`}
        </TextLink>
        <Text size="sm" c="dimmed">
          {isOwn ? `Asked ${asked}` : `${sum}, asked ${asked}`}
        </Text>
        {sentBack && <Text size="sm">{sentBackInWords(sentBack)}</Text>}
      </div>
      {children}
    </li>
  )
}

/** "Sent back by Cy Chief: Only two, please." */
export function sentBackInWords({ by, note }: NonNullable<ApprovalRequest['sentBack']>): string {
  return `Sent back by ${by}${note ? `: ${note}` : '.'}`
}

/** Why the buyer can neither invite colleagues nor change what they may, or null. */
function useReasonNotToManage(): string | null {
  const { settings, me, reasonNotToOrder, name } = usePortal()
  if (!settings.allowColleagues) return `Only ${name} can invite buyers: ask them.`
  return me.orderLimit === null ? reasonNotToOrder : 'Only somebody who may order any sum can do this.'
}

type PersonProps = { colleague: Colleague; onLink: (invited: Invited) => void }

/** Somebody who buys for the customer, and what can be done about it. */
function Person({ colleague, onLink }: PersonProps) {
  const { me, currency } = usePortal()
  const { id, name, email, hasJoined, orderLimit, costCentre, disabledBy } = colleague
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Text fw={600} {...(disabledBy && { c: 'dimmed' })}>
          {name}
          {id === me.id && ' (you)'}
        </Text>
        <Text size="sm" c="dimmed">
          {email}
          {disabledBy ? ' · disabled' : !hasJoined && ' · invited'}
        </Text>
        <Text size="sm">
          {orderLimit === 0 ? '' : 'May order: '}
          {limitLabel(orderLimit, currency)}
          {costCentre && ` · ${costCentre}`}
        </Text>
      </div>
      <Group gap="xs">
        {!hasJoined && disabledBy === null && <InviteAgain colleague={colleague} onLink={onLink} />}
        {disabledBy === null && <Change colleague={colleague} />}
        {id !== me.id && <Enabled colleague={colleague} />}
      </Group>
    </li>
  )
}

function InviteAgain({ colleague: { id, name }, onLink }: PersonProps) {
  const { slug } = usePortal()
  const invite = async () => {
    const { data } = await api.POST('/app-api/portal/{slug}/colleagues/{id}/invite', { params: { path: { slug, id } } })
    if (data.link) onLink({ name, link: data.link })
    else notify(`${name} gets a new link by mail.`)
  }
  return (
    <GuardedButton
      reason={useReasonNotToManage()}
      variant="subtle"
      aria-label={`Invite again: ${name}`}
      onClick={() => void invite().catch(notifyFailure)}
    >
      Invite again
    </GuardedButton>
  )
}

/** Changes limit and cost centre of a colleague; of oneself only the cost centre. */
function Change({ colleague }: { colleague: Colleague }) {
  const { slug, currency, me } = usePortal()
  const { id, name } = colleague
  const [opened, setOpened] = useState(false)
  const show = useShow()
  const set = async (body: Partial<BuyerTerms>) => {
    const params = { path: { slug, id } }
    show((await api.PATCH('/app-api/portal/{slug}/colleagues/{id}', { params, body })).data)
  }
  return (
    <>
      <GuardedButton
        reason={useReasonNotToManage()}
        variant="subtle"
        aria-label={`Change ${name}`}
        onClick={() => setOpened(true)}
      >
        Change
      </GuardedButton>
      {opened && (
        <EditBuyerDialog
          buyer={colleague}
          currency={currency}
          isLimitFixed={id === me.id}
          onClose={() => setOpened(false)}
          save={async (changes, before) => {
            await set(changes)
            notifyWithUndo(savedTerms(name, changes, currency), () => set(before))
          }}
        />
      )}
    </>
  )
}

/** Disables a colleague, who is out at once; or enables one whom a colleague disabled. */
function Enabled({ colleague: { id, name, disabledBy } }: { colleague: Colleague }) {
  const { slug, name: wholesaler } = usePortal()
  const show = useShow()
  const set = async (enabled: boolean) => {
    const { data } = await api.PUT('/app-api/portal/{slug}/colleagues/{id}/enabled', {
      params: { path: { slug, id } },
      body: { enabled },
    })
    show(data)
  }
  const change = async () => {
    await set(disabledBy !== null)
    const said = disabledBy ? `${name} can order again.` : `${name} can no longer order here.`
    notifyWithUndo(said, () => set(disabledBy === null))
  }
  const byWholesaler = disabledBy === 'wholesaler' && `${wholesaler} has disabled ${name}: ask them.`
  const act = disabledBy ? 'Enable' : 'Disable'
  return (
    <GuardedButton
      reason={useReasonNotToManage() ?? byWholesaler}
      variant="subtle"
      color={disabledBy ? 'green' : 'red'}
      aria-label={`${act} ${name}`}
      onClick={() => void change().catch(notifyFailure)}
    >
      {act}
    </GuardedButton>
  )
}

/** Shows the list that an answer brought. */
function useShow(): (colleagues: Colleague[]) => void {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  return (colleagues) => void queryClient.setQueryData(colleaguesQuery(slug).queryKey, colleagues)
}
