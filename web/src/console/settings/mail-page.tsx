import { Alert, Anchor, Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { NewestFirstPager } from '../../shared/newest-first-pager.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { MAIL_STATUSES, mailQuery, mailsQuery, ownSubject } from './mail-queries.ts'
import type { MailStatus, OutboxMail } from './mail-queries.ts'
import { StaffMails } from './staff-mails.tsx'

const route = getRouteApi('/w/$slug/settings/mail')

const STATUSES: Record<MailStatus, { label: string; colour: string }> = {
  queued: { label: 'Queued', colour: 'blue' },
  sent: { label: 'Sent', colour: 'gray' },
  failed: { label: 'Failed', colour: 'red' },
}

/** The mails that the workspace has caused: what was sent, waits or failed; and who of the staff is mailed. */
export function MailPage() {
  const { slug } = useWorkspace()
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery(mailsQuery(slug, search))
  const show = (mail?: string) => changeSearch({ mail, page: search.page })
  return (
    <Page title="Mail" description="Mails to buyers and staff. They are kept for 30 days.">
      {data?.sendsMail === false && (
        <Alert color="yellow" mb="md" title="No mail is sent">
          This service has no mail server yet: its operator sets SMTP_URL. Until then mails wait, those about orders for
          three days.
        </Alert>
      )}
      <StaffMails />
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
        columns={useColumns(show)}
        isStale={isPlaceholderData}
        empty={<Empty title="No mail here">Mails about orders, prices and invitations are listed here.</Empty>}
      />
      <NewestFirstPager before={data?.before} />
      <MailDialog id={search.mail ?? ''} onClose={() => show()} />
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
      reason={reasonNot('write') ?? reasonNotAgain}
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
