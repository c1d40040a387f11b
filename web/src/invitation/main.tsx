import { createQueryClient, api } from '../shared/api.ts'
import { render } from '../shared/root.tsx'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Anchor.css'
import '@mantine/core/styles/Card.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Center.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Title.css'
import '../shared/global.css'
import { Anchor, Button, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { ROLE_WORDS } from '../../../server/src/shared/roles.ts'
import type { components } from '../shared/app-api.d.ts'
import { Branded } from '../shared/branded.tsx'
import { EntryCard } from '../shared/entry-card.tsx'
import { Problem } from '../shared/problem.tsx'
import { SecretInput, SubmitForm, useTexts } from '../shared/form.tsx'

// Without the router and the pages of the console: who is invited has none of it, and may have a slow connection.
render(createQueryClient(), <Invitation token={location.pathname.split('/')[2]!} />)

// As in the console: Mantine's style of each component that the page uses, in Mantine's own order.

type Invited = components['schemas']['Invitation']

/** What somebody was invited to, and the way in: with a new account, or the one that they have. */
function Invitation({ token }: { token: string }) {
  const { data, error } = useQuery({
    queryKey: ['account', 'invitation', token],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/account/invitation/{token}', { params: { path: { token } }, signal })).data,
    retry: false,
  })
  if (error) {
    return (
      <Frame title="Join">
        <Problem error={error} />
        <Anchor href="/sign-in">Sign in</Anchor>
      </Frame>
    )
  }
  if (!data) return null
  const page = (
    <Frame title={`Join ${data.workspace}`} {...(data.look && { site: data.workspace, logo: data.look.logo })}>
      <Text c="dimmed" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {purpose(data)}
      </Text>
      {data.hasAccount ? <JoinWithAccount {...data} token={token} /> : <JoinAnew {...data} token={token} />}
    </Frame>
  )
  return data.look ? <Branded colour={data.look.colour}>{page}</Branded> : page
}

type FrameProps = Omit<ComponentProps<typeof EntryCard>, 'children'> & { title: string; children: ReactNode }

function Frame({ title, children, ...whose }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Trade Catalogue`
  }, [title])
  return (
    <EntryCard {...whose}>
      <Title order={1} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      {children}
    </EntryCard>
  )
}

function purpose({ invitedBy, workspace, role, customer, email }: Invited): string {
  const as = role === null ? `to order for ${customer ?? 'a customer'}` : `with the role ${ROLE_WORDS[role].label}`
  return `${invitedBy} invites you (${email}) to ${workspace}, ${as}.`
}

async function join(token: string, body: { name?: string; password?: string }): Promise<void> {
  const { data } = await api.POST('/app-api/account/invitation/{token}', { params: { path: { token } }, body })
  location.assign(data.path)
}

function JoinAnew({ token, name, email }: Invited & { token: string }) {
  const { texts, field } = useTexts({ name: name ?? '', password: '' })
  return (
    <SubmitForm onSubmit={() => join(token, texts)}>
      {(fieldError, pending) => (
        <>
          {/* For a password manager, which keeps the two together. */}
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
          <TextInput label="Name" autoComplete="name" {...field('name', fieldError)} />
          <SecretInput label="Password" isNew {...field('password', fieldError)} />
          <Button type="submit" loading={pending}>
            Join
          </Button>
        </>
      )}
    </SubmitForm>
  )
}

function JoinWithAccount({ token, email }: Invited & { token: string }) {
  const me = useQuery({
    queryKey: ['account', 'me'],
    queryFn: async ({ signal }) => (await api.GET('/app-api/account/me', { signal })).data,
    retry: false,
  })
  if (me.isPending) return null
  if (me.data?.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <Text mb="sm">You have an account with this e-mail. Sign in to it, then join.</Text>
        <Button component="a" fullWidth href={`/sign-in?next=${encodeURIComponent(`/invitation/${token}`)}`}>
          Sign in to join
        </Button>
      </>
    )
  }
  return (
    <SubmitForm onSubmit={() => join(token, {})}>
      {(_fieldError, pending) => (
        <Button type="submit" loading={pending}>
          Join
        </Button>
      )}
    </SubmitForm>
  )
}
