import { Button, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { Problem } from '../../shared/problem.tsx'
import { SecretInput } from '../../shared/secret-input.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { useTexts } from '../../shared/use-texts.ts'
import { Entry } from './entry.tsx'
import { useFollow } from './follow.ts'
import { meQuery } from './me.ts'
import { ButtonLink } from '../../shared/button-link.tsx'
import { TextLink } from '../../shared/text-link.tsx'

const route = getRouteApi('/invitation/$token')

type Invitation = components['schemas']['Invitation']

/** What somebody was invited to, and the way in: with a new account, or the one that they have. */
export function InvitationPage() {
  const { token } = route.useParams()
  const { data, error } = useQuery({
    queryKey: ['account', 'invitation', token],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/account/invitation/{token}', { params: { path: { token } }, signal })).data,
    retry: false,
  })
  if (error) {
    return (
      <Entry title="Join">
        <Problem error={error} />
        <TextLink to="/sign-in">Sign in</TextLink>
      </Entry>
    )
  }
  if (!data) return null
  return (
    <Entry title={`Join ${data.workspace}`} description={<Purpose {...data} />}>
      {data.hasAccount ? <JoinWithAccount {...data} token={token} /> : <JoinAnew {...data} token={token} />}
    </Entry>
  )
}

function Purpose({ invitedBy, workspace, role, customer, email }: Invitation) {
  const as = role === null ? `to order for ${customer ?? 'a customer'}` : `as ${role}`
  return `${invitedBy} invites you (${email}) to ${workspace}, ${as}.`
}

function useJoin(token: string): (body: { name?: string; password?: string }) => Promise<void> {
  const queryClient = useQueryClient()
  const follow = useFollow()
  return async (body) => {
    const { data } = await api.POST('/app-api/account/invitation/{token}', { params: { path: { token } }, body })
    queryClient.clear()
    follow(data.path)
  }
}

function JoinAnew({ token, name, email }: Invitation & { token: string }) {
  const { texts, field } = useTexts({ name: name ?? '', password: '' })
  const join = useJoin(token)
  return (
    <SubmitForm onSubmit={() => join(texts)}>
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

function JoinWithAccount({ token, email }: Invitation & { token: string }) {
  const me = useQuery({ ...meQuery, retry: false })
  const join = useJoin(token)
  if (me.isPending) return null
  if (me.data?.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <Text mb="sm">You have an account with this e-mail. Sign in to it, then join.</Text>
        <ButtonLink fullWidth to="/sign-in" search={{ next: `/invitation/${token}` }}>
          Sign in to join
        </ButtonLink>
      </>
    )
  }
  return (
    <SubmitForm onSubmit={() => join({})}>
      {(_fieldError, pending) => (
        <Button type="submit" loading={pending}>
          Join
        </Button>
      )}
    </SubmitForm>
  )
}
