import { Checkbox, Stack, Button, Group, Title, Select, Text, TextInput } from '@mantine/core'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { InvitationLink } from '../../shared/buyer-dialogs.tsx'
import type { Invited } from '../../shared/buyer-dialogs.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { CompanySignIn } from './company-sign-in.tsx'
import { OwnersOnly } from './owners-only.tsx'
import { peopleQuery } from './settings-queries.ts'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDate } from '../../shared/dates.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { PersonalData, withTakenBack } from '../personal-data.tsx'
import { canBeHeld, ROLES, ROLE_WORDS } from '../../../../server/src/shared/rights.ts'
import type { Role } from '../../../../server/src/shared/rights.ts'

/** Who works in the workspace, and who is invited to. */
export function PeoplePage() {
  const { may } = useWorkspace()
  if (may('people')) return <Staff />
  return (
    <OwnersOnly title="People" act="Invite">
      An owner decides who works here: invites people, changes their roles and removes them.
    </OwnersOnly>
  )
}

function Staff() {
  const { slug, reasonNot } = useWorkspace()
  const { data, error, refetch } = useQuery(peopleQuery(slug))
  const [dialog, openDialog] = useSearchParam('dialog')
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <Page
      title="People"
      description="Who works here, and what the role of each allows."
      actions={
        <GuardedButton reason={reasonNot('people')} onClick={() => openDialog('invite')}>
          Invite
        </GuardedButton>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
      <Stack gap="xl">
        <Members members={data?.members} />
        {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} onLink={setInvited} />}
        {data && <NeedPasskeys passkeys={data.passkeys} />}
        {data && <CompanySignIn />}
        {data && data.former.length > 0 && <FormerColleagues former={data.former} />}
      </Stack>
      <InviteDialog opened={dialog === 'invite'} onClose={() => openDialog(null)} onLink={setInvited} />
    </Page>
  )
}

/** Whether the staff works here only when signed in with a passkey. */
function NeedPasskeys({ passkeys }: { passkeys: components['schemas']['Staff']['passkeys'] }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (areNeeded: boolean) =>
      api.PUT('/app-api/console/{slug}/people/passkeys', { params: { path: { slug } }, body: { areNeeded } }),
    onSuccess: async (_done, areNeeded) => {
      notify(areNeeded ? 'Staff now need a passkey.' : 'Staff no longer need a passkey.')
      await queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['account'] })
    },
    onError: notifyFailure,
  })
  const shutsOut = !passkeys.areNeeded && !passkeys.signedIn
  const reason =
    reasonNot('people') ?? (shutsOut ? 'Sign in with a passkey of your own first: this would shut you out.' : null)
  return (
    <Section title="Signing in">
      <LabelledSwitch
        label="Staff need a passkey"
        description={`Members then work here only when signed in with a passkey. Anyone without one is asked to add one. ${reason ?? ''}`}
        checked={passkeys.areNeeded}
        disabled={isPending || reason !== null}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
    </Section>
  )
}

/** Who left, with all that is still held of them. */
function FormerColleagues({ former }: Pick<components['schemas']['Staff'], 'former'>) {
  const { timezone } = useWorkspace()
  return (
    <Section title="Former colleagues">
      <DataTable
        label="Former colleagues"
        rows={former}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', header: 'Name', cell: ({ name }) => name },
          { key: 'left', header: 'Left', width: 140, cell: ({ leftAt }) => formatDate(leftAt, timezone) },
          {
            key: 'acts',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: (person) => <PersonalData kind="people" person={person} />,
          },
        ]}
      />
    </Section>
  )
}

type Invitation = components['schemas']['Staff']['invitations'][number]
type InvitationsProps = { invitations: Invitation[]; onLink: (invited: Invited) => void }

/** Invitations that nobody has accepted yet. */
function Invitations({ invitations, onLink }: InvitationsProps) {
  const { timezone } = useWorkspace()
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        Invitations
      </Title>
      <DataTable
        label="Invitations"
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { key: 'email', header: 'E-mail', card: { at: 'title' }, cell: ({ email }) => email },
          {
            key: 'role',
            header: 'Role',
            wraps: true,
            card: { at: 'detail' },
            cell: ({ role, onlyOwnCustomers }) =>
              ROLE_WORDS[role].label + (onlyOwnCustomers ? ', only own customers' : ''),
          },
          { key: 'expires', header: 'Until', from: 'sm', cell: ({ expiresAt }) => formatDate(expiresAt, timezone) },
          {
            key: 'acts',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            card: { at: 'detail' },
            cell: (row) => <Acts invitation={row} onLink={onLink} />,
          },
        ]}
      />
    </section>
  )
}

function Acts({ invitation: { id, email }, onLink }: { invitation: Invitation; onLink: InvitationsProps['onLink'] }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const params = { path: { slug, id } }
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey }),
    onError: notifyFailure,
  })
  const showLink = async () => {
    const { data } = await api.POST('/app-api/console/{slug}/people/invitations/{id}/link', { params })
    if (data.link) onLink({ name: email, link: data.link })
  }
  const revoke = async () => {
    await api.DELETE('/app-api/console/{slug}/people/invitations/{id}', { params })
    notify(`The invitation of ${email} was taken back.`)
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button variant="default" size="xs" disabled={isPending} onClick={() => mutate(showLink)}>
        New link
      </Button>
      <Button variant="default" size="xs" disabled={isPending} onClick={() => mutate(revoke)}>
        Take back
      </Button>
    </Group>
  )
}

/** The roles to choose from, each with a line of what it may. */
const ROLE_CHOICES = {
  data: ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label })),
  renderOption: ({ option: { value } }: { option: { value: Role } }) => (
    <div>
      <Text size="sm">{ROLE_WORDS[value].label}</Text>
      <Text size="xs" c="dimmed">
        {ROLE_WORDS[value].may}
      </Text>
    </div>
  ),
  comboboxProps: { width: 320, position: 'bottom-start' },
} as const

type InviteDialogProps = {
  opened: boolean
  onClose: () => void
  /** Gets the link to send on, where none was mailed. */
  onLink: (invited: Invited) => void
}

/** Invites somebody to the staff, by their e-mail. */
function InviteDialog({ opened, onClose, onLink }: InviteDialogProps) {
  const { slug, name } = useWorkspace()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('manager')
  const [isHeld, setHeld] = useState(false)
  const queryClient = useQueryClient()
  const invite = async () => {
    const params = { path: { slug } }
    const body = { email, role, onlyOwnCustomers: isHeld && canBeHeld(role) }
    const { data } = await api.POST('/app-api/console/{slug}/people/invitations', { params, body })
    void queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey })
    if (data.link) onLink({ name: email, link: data.link })
    else notify(`${email} gets a link by mail.`)
    setEmail('')
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Invite to ${name}`} submitLabel="Invite" onSubmit={invite}>
      {(fieldError) => (
        <>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError('email')}
          />
          <Select
            label="Role"
            description={ROLE_WORDS[role].may}
            {...ROLE_CHOICES}
            value={role}
            onChange={(chosen) => chosen && setRole(chosen)}
            allowDeselect={false}
            error={fieldError('role')}
          />
          {canBeHeld(role) && (
            <LabelledSwitch
              label="Only own customers"
              description="They see only the customers whose contact they are, with their orders and quotes, and change nothing that is for all."
              checked={isHeld}
              onChange={(event) => setHeld(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

type Member = components['schemas']['Staff']['members'][number]

/** The members, each with the role and the way out. */
function Members({ members }: { members: Member[] | undefined }) {
  const { slug, timezone, me } = useWorkspace()
  const [leaving, setLeaving] = useState<Member | null>(null)
  const queryClient = useQueryClient()
  const remove = async ({ id, name }: Member) => {
    const { data } = await api.DELETE('/app-api/console/{slug}/people/{id}', { params: { path: { slug, id } } })
    if (id === me.id) return location.assign('/')
    notify(withTakenBack(`${name} is no longer a member.`, data.invitationsTakenBack))
    await queryClient.invalidateQueries({ queryKey: peopleQuery(slug).queryKey })
  }
  return (
    <>
      <DataTable
        label="Members"
        rows={members}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Name',
            card: { at: 'title' },
            cell: ({ id, name, email }) => (
              <>
                {name} {id === me.id && '(you)'}
                <Text size="xs" c="dimmed">
                  {email}
                </Text>
              </>
            ),
          },
          {
            key: 'role',
            header: 'Role',
            width: 170,
            card: { at: 'detail' },
            cell: (member) => <RoleOf member={member} />,
          },
          {
            key: 'passkey',
            header: 'Passkey',
            from: 'sm',
            width: 100,
            cell: ({ hasPasskey }) => (hasPasskey ? 'Yes' : 'No'),
          },
          {
            key: 'joined',
            header: 'Since',
            from: 'sm',
            width: 140,
            cell: ({ joinedAt }) => formatDate(joinedAt, timezone),
          },
          {
            key: 'remove',
            header: 'Actions',
            isHeaderHidden: true,
            width: 120,
            align: 'end',
            card: { at: 'figure' },
            cell: (member) => <RemoveButton member={member} onClick={() => setLeaving(member)} />,
          },
        ]}
      />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={leaving?.id === me.id ? 'Leave this workspace?' : `Remove ${leaving?.name}?`}
        effect="All that was done stays as it is. Access ends at once, everywhere, and open invitations that they made no longer work."
        confirmLabel={leaving?.id === me.id ? 'Leave' : 'Remove'}
        danger
        onConfirm={() => remove(leaving!)}
      />
    </>
  )
}

function RemoveButton({ member, onClick }: { member: Member; onClick: () => void }) {
  const { me, reasonNot } = useWorkspace()
  const act = member.id === me.id ? 'Leave' : 'Remove'
  return (
    <GuardedButton reason={reasonNot('people')} variant="default" size="xs" onClick={onClick}>
      {act}
    </GuardedButton>
  )
}

type NewRole = { role: Role; onlyOwnCustomers?: boolean }

/** The role of a member, and whether it is for their own customers only. */
function RoleOf({ member }: { member: Member }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: NewRole) =>
      api.PUT('/app-api/console/{slug}/people/{id}/role', { params: { path: { slug, id: member.id } }, body }),
    onSuccess: ({ data: { invitationsTakenBack } }, { role }) => {
      const isFreed = member.onlyOwnCustomers && !canBeHeld(role)
      const done = isFreed ? `${member.name} works for all customers now.` : 'The role was changed.'
      if (isFreed || invitationsTakenBack.length > 0) notify(withTakenBack(done, invitationsTakenBack))
      return queryClient.invalidateQueries({ queryKey: ['console', slug] })
    },
    onError: notifyFailure,
  })
  const disabled = isPending || reasonNot('people') !== null
  const { name, role: present, onlyOwnCustomers } = member
  return (
    <>
      <Select
        aria-label={`Role of ${name}`}
        {...ROLE_CHOICES}
        value={present}
        onChange={(role) => role && role !== present && mutate({ role })}
        allowDeselect={false}
        disabled={disabled}
        size="xs"
      />
      {canBeHeld(present) && (
        <Checkbox
          // A finger's room, apart from the field above.
          mt={{ base: 14, sm: 6 }}
          ml={{ base: 8, sm: 0 }}
          size="xs"
          label="Only own customers"
          aria-label={`Only own customers: ${name}`}
          checked={onlyOwnCustomers}
          disabled={disabled}
          onChange={(event) => mutate({ role: present, onlyOwnCustomers: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
