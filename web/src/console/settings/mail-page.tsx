import { Alert, Anchor, Badge, Group, Text, VisuallyHidden, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { GuardedButton, SaveButton } from '../../shared/disabled-reason.tsx'
import { NewestFirstPager } from '../../shared/pager.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { MAIL_STATUSES, mailQuery, mailsQuery, ownSubject, staffMailsQuery } from './settings-queries.ts'
import type { MailStatus, OutboxMail } from './settings-queries.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { SubmitForm, useTexts } from '../../shared/form.tsx'

const route = getRouteApi('/w/$slug/settings/mail')

const STATUSES: Record<MailStatus, { label: string; colour: string }> = {
  queued: { label: 'Queued', colour: 'blue' },
  sent: { label: 'Sent', colour: 'gray' },
  failed: { label: 'Failed', colour: 'red' },
}

/** The mails that the workspace has caused: what was sent, waits or failed; and who of the staff is mailed. */
export function MailPage() {
  const { slug, may } = useWorkspace()
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...mailsQuery(slug, search), enabled: may('all') })
  const show = (mail?: string) => changeSearch({ mail, page: search.page })
  const columns = useColumns(show)
  return (
    <Page title="Mail" description="Mails to buyers and staff. They are kept for 30 days.">
      {data?.sendsMail === false && (
        <Alert color="yellow" mb="md" title="No mail is sent">
          This service has no mail server yet: its operator sets SMTP_URL. Until then mails wait, those about orders for
          three days.
        </Alert>
      )}
      <StaffMails />
      {may('all') && (
        <>
          <Group mt="md" mb="sm">
            <FilterSelect
              label="Status"
              param="status"
              data={MAIL_STATUSES.map((value) => ({ value, label: STATUSES[value].label }))}
            />
          </Group>
          <Problem error={data ? null : error} retry={() => void refetch()} />
          <DataTable
            label="Mails"
            rows={data?.data}
            rowKey={({ id }) => id}
            columns={columns}
            isStale={isPlaceholderData}
            empty={<Empty title="No mail here">Mails about orders, prices and invitations are listed here.</Empty>}
          />
          <NewestFirstPager before={data?.before} />
          <MailDialog id={search.mail ?? ''} onClose={() => show()} />
        </>
      )}
    </Page>
  )
}

function useColumns(show: (id: string) => void): Column<OutboxMail>[] {
  const { timezone, name } = useWorkspace()
  return [
    {
      key: 'subject',
      header: 'Subject',
      wraps: true,
      cell: (mail) => (
        <>
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => show(mail.id)}>
            {ownSubject(mail, name)}
          </Anchor>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {mail.to}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      wraps: true,
      cell: ({ status, problem }) => (
        <>
          <Badge variant="light" color={STATUSES[status].colour}>
            {STATUSES[status].label}
          </Badge>
          {problem !== null && (
            <Text size="xs" c="dimmed">
              {problem}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'at',
      header: 'When',
      from: 'sm',
      cell: ({ at, sentAt }) => <RelativeTime at={sentAt ?? at} timezone={timezone} />,
    },
    {
      key: 'act',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (mail) => mail.status === 'failed' && <SendAgain {...mail} />,
    },
  ]
}

function SendAgain({ id, subject, to, reasonNotAgain }: OutboxMail) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.POST('/app-api/console/{slug}/mails/{id}/send-again', { params: { path: { slug, id } } }),
    onSuccess: async () => {
      notify(`The mail to ${to} is being sent again.`)
      await queryClient.invalidateQueries({ queryKey: ['console', slug, 'mails'] })
    },
    onError: notifyFailure,
  })
  return (
    <GuardedButton
      reason={reasonNot('orders') ?? reasonNotAgain}
      size="compact-sm"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
    >
      Send again <VisuallyHidden>{`“${subject}” to ${to}`}</VisuallyHidden>
    </GuardedButton>
  )
}

function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { slug } = useWorkspace()
  const { data: mail, error } = useQuery({ ...mailQuery(slug, id), enabled: id !== '' })
  return (
    <Dialog opened={id !== ''} onClose={onClose} title={mail?.subject ?? 'Mail'} size="lg">
      <Problem error={error} />
      {mail && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            To {mail.to}
          </Text>
          <Text
            component="pre"
            size="sm"
            ff="inherit"
            m={0}
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {mail.text}
          </Text>
        </>
      )}
    </Dialog>
  )
}

type Choice = components['schemas']['StaffMails']

/** Who of the staff is mailed new orders. */
function StaffMails() {
  const { slug } = useWorkspace()
  const { data: choice, error, refetch } = useQuery(staffMailsQuery(slug))
  return (
    <Section title="New orders">
      <Problem error={choice ? null : error} retry={() => void refetch()} />
      {choice ? (
        <Stack>
          <MailMe choice={choice} />
          <Inbox key={choice.inbox} choice={choice} />
        </Stack>
      ) : (
        <Skeleton h={120} />
      )}
    </Section>
  )
}

function MailMe({ choice }: { choice: Choice }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (mailMe: boolean) =>
      api.PUT('/app-api/console/{slug}/staff-mails/me', { params: { path: { slug } }, body: { mailMe } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(staffMailsQuery(slug).queryKey, data)
      notify(data.mailMe ? 'New orders are mailed to you.' : 'New orders are no longer mailed to you.')
    },
    onError: notifyFailure,
  })
  const reason = reasonNot('orders')
  return (
    <LabelledSwitch
      label="Mail me new orders"
      description={reason ?? 'Those that you place yourself are not mailed.'}
      checked={choice.mailMe}
      disabled={isPending || reason !== null}
      onChange={(event) => mutate(event.currentTarget.checked)}
    />
  )
}

function Inbox({ choice }: { choice: Choice }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { texts, field, isChanged } = useTexts({ inbox: choice.inbox ?? '' })
  const reason = reasonNot('settings')
  const save = async () => {
    const { data } = await api.PUT('/app-api/console/{slug}/staff-mails/inbox', {
      params: { path: { slug } },
      body: { inbox: texts.inbox },
    })
    queryClient.setQueryData(staffMailsQuery(slug).queryKey, data)
    notify(data.inbox === null ? 'No inbox is mailed new orders.' : `New orders are mailed to ${data.inbox}.`)
  }
  return (
    <SubmitForm onSubmit={save} disabled={reason !== null}>
      {(fieldError, pending) => (
        <>
          <TextInput
            label="Order inbox"
            description="An address that is mailed every new order, such as that of the order desk."
            type="email"
            maw={420}
            {...field('inbox', fieldError)}
            readOnly={reason !== null}
          />
          <Group>
            <SaveButton pending={pending} reason={reason} />
          </Group>
          <LeaveGuard when={isChanged && !pending} />
        </>
      )}
    </SubmitForm>
  )
}
