import { Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SaveButton } from '../../shared/save-button.tsx'
import { Section } from '../../shared/section.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useTexts } from '../../shared/use-texts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { staffMailsQuery } from './mail-queries.ts'

type Choice = components['schemas']['StaffMails']

/** Who of the staff is mailed new orders. */
export function StaffMails() {
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
  const reason = reasonNot('write')
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
  const reason = reasonNot('own')
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
