import { Badge, Group, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import type { Column } from '../../shared/list.ts'
import {
  limitLabel,
  savedTerms,
  EditBuyerDialog,
  InvitationLink,
  InviteBuyerDialog,
} from '../../shared/buyer-dialogs.tsx'
import type { BuyerTerms, Invited } from '../../shared/buyer-dialogs.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify, notifyFailure, notifyWithUndo } from '../../shared/toasts.tsx'
import { ActButton } from '../acts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { RowActions } from './agreed-price-columns.tsx'
import type { RowAct } from './agreed-price-columns.tsx'
import { TabSection } from './tab-section.tsx'
import { PersonalData, withTakenBack } from '../personal-data.tsx'

const route = getRouteApi('/w/$slug/customers/$id')

type Buyer = Customer['buyers'][number]

const STATUS = {
  invited: { label: 'Invited', color: 'blue' },
  active: { label: 'Active', color: 'green' },
  disabled: { label: 'Disabled', color: 'gray' },
}

/** The people who order for the customer. */
export function BuyersTab({ customer }: { customer: Customer }) {
  const { slug, timezone, currency, reasonNot, me } = useWorkspace()
  const { dialog } = route.useSearch()
  const change = useChangeSearch()
  const [invited, setInvited] = useState<Invited | null>(null)
  const [edited, setEdited] = useState<Buyer | null>(null)
  const acts = useBuyerActs(setInvited, setEdited)
  const edit = useEditBuyer()
  const queryClient = useQueryClient()
  const invite = async (body: { name: string; email: string } & BuyerTerms) => {
    const params = { path: { slug, id: customer.id } }
    const { data } = await api.POST('/app-api/console/{slug}/customers/{id}/buyers', { params, body })
    void queryClient.invalidateQueries({ queryKey: customersKey(slug) })
    return data.link
  }
  const open = () => change({ dialog: 'invite-buyer' }, { push: true })
  return (
    <TabSection
      title="Buyers"
      description="They sign in to your trade portal and order at this customer's prices."
      actions={
        <ActButton
          label="Invite buyer"
          reason={reasonNot('buyers')}
          variant="default"
          leftSection={<IconMail size={16} />}
          run={open}
        />
      }
    >
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
      <DataTable
        label="Buyers"
        columns={columnsOf(acts, { timezone, currency, isOwner: me.role === 'owner' })}
        rows={customer.buyers}
        rowKey={({ id }) => id}
        empty={
          <Empty title="No buyers yet">
            <Text span>Invite the people who order for {customer.name}. They get a link by mail.</Text>
          </Empty>
        }
      />
      {dialog === 'invite-buyer' && (
        <InviteBuyerDialog
          title="Invite buyer"
          opened
          currency={currency}
          orderLimit={null}
          onClose={() => change({ dialog: undefined })}
          invite={invite}
          onLink={setInvited}
        />
      )}
      {edited && (
        <EditBuyerDialog
          buyer={edited}
          currency={currency}
          onClose={() => setEdited(null)}
          save={(changes, before) => edit(edited, changes, before)}
        />
      )}
    </TabSection>
  )
}

type Shown = { timezone: string; currency: string; isOwner: boolean }

function columnsOf(acts: (buyer: Buyer) => RowAct[], { timezone, currency, isOwner }: Shown): Column<Buyer>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      card: { at: 'title' },
      cell: ({ name, email }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    {
      key: 'limit',
      header: 'May order',
      width: 130,
      cell: ({ orderLimit }) => limitLabel(orderLimit, currency),
      card: { at: 'detail', cell: ({ orderLimit }) => `May order: ${limitLabel(orderLimit, currency)}` },
    },
    { key: 'centre', header: 'Cost centre', width: 130, from: 'md', cell: ({ costCentre }) => costCentre ?? '–' },
    {
      key: 'status',
      header: 'Status',
      width: 110,
      card: { at: 'figure' },
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'seen',
      header: 'Last seen',
      from: 'sm',
      cell: ({ lastSeenAt, invitedAt }) => (
        <>
          {!lastSeenAt && 'Invited '}
          <RelativeTime at={lastSeenAt ?? invitedAt} timezone={timezone} />
        </>
      ),
    },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      card: { at: 'detail' },
      cell: (buyer) => (
        <Group gap={4} justify="flex-end">
          <RowActions of={buyer.name} acts={acts(buyer)} right="buyers" />
          {isOwner && <PersonalData kind="buyers" person={buyer} />}
        </Group>
      ),
    },
  ]
}

function StatusBadge({ status }: Pick<Buyer, 'status'>) {
  const { label, color } = STATUS[status]
  return (
    <Badge color={color} variant="light">
      {label}
    </Badge>
  )
}

/** Changes the terms of a buyer, and offers to change them back. */
function useEditBuyer() {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  return async ({ id, name }: Buyer, changes: Partial<BuyerTerms>, before: Partial<BuyerTerms>) => {
    const set = async (body: Partial<BuyerTerms>) => {
      const { data } = await api.PATCH('/app-api/console/{slug}/buyers/{id}', { params: { path: { slug, id } }, body })
      void queryClient.invalidateQueries({ queryKey: customersKey(slug) })
      return data.invitationsTakenBack
    }
    const message = withTakenBack(savedTerms(name, changes, currency), await set(changes))
    notifyWithUndo(message, async () => void (await set(before)))
  }
}

/** What can be done to a buyer, by its status. */
function useBuyerActs(onLink: (invited: Invited) => void, onEdit: (buyer: Buyer) => void): (buyer: Buyer) => RowAct[] {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const done = () => queryClient.invalidateQueries({ queryKey: customersKey(slug) })
  const run = (act: () => Promise<unknown>) => () => void act().catch(notifyFailure).finally(done)
  const enable = ({ id }: Buyer) =>
    api.POST('/app-api/console/{slug}/buyers/{id}/enable', { params: { path: { slug, id } } })
  const disable = async ({ id }: Buyer) => {
    const { data } = await api.POST('/app-api/console/{slug}/buyers/{id}/disable', { params: { path: { slug, id } } })
    return data.invitationsTakenBack
  }
  const undoBy = (act: (buyer: Buyer) => Promise<unknown>, buyer: Buyer) => async () => {
    await act(buyer)
    await done()
  }
  return (buyer) => {
    const { id, name, status, lastSeenAt } = buyer
    const inviteAgain = {
      label: 'Invite again',
      run: run(async () => {
        const { data } = await api.POST('/app-api/console/{slug}/buyers/{id}/invite', {
          params: { path: { slug, id } },
          body: { show: false },
        })
        if (data.link) onLink({ name, link: data.link })
        else notify(`${name} gets a new link by mail.`)
      }),
    }
    if (status === 'disabled') {
      const act = run(async () => {
        await enable(buyer)
        notifyWithUndo(`${name} can order again.`, undoBy(disable, buyer))
      })
      return [{ label: 'Enable', run: act }]
    }
    const act = run(async () => {
      const message = withTakenBack(`${name} can no longer order here.`, await disable(buyer))
      // To enable somebody who never joined would make them active.
      if (status === 'active') notifyWithUndo(message, undoBy(enable, buyer))
      else notify(message)
    })
    return [
      ...(lastSeenAt === null ? [inviteAgain] : []),
      { label: 'Change', run: () => onEdit(buyer) },
      { label: 'Disable', run: act },
    ]
  }
}
