import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Page } from '../../shared/page.tsx'
import { NoPasskeysHere, useNoPasskeysHere } from '../../shared/passkey-place.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { meQuery } from '../account/me.ts'
import { TextLink } from '../../shared/links.tsx'

/** Shown instead of a workspace that lets in no session without a passkey: what to do about it. */
export default function PasskeyNeeded() {
  const { data: me, error } = useQuery(meQuery)
  return (
    <Page title="A passkey is needed">
      <Stack maw={560}>
        <Text>The staff of this workspace sign in with passkeys. You are signed in without one.</Text>
        <Problem error={error} />
        {me && (me.hasPasskey ? <UseOwn /> : <AddFirst />)}
        <NoPasskeysHere />
      </Stack>
    </Page>
  )
}

function UseOwn() {
  const none = useNoPasskeysHere()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { submit, pending, problem } = useSubmit(async () => {
    const { proveByPasskey } = await import('../../shared/passkeys.ts')
    await proveByPasskey()
    await queryClient.resetQueries({ queryKey: ['console'] })
    await router.invalidate()
  })
  return (
    <>
      <Problem error={problem()} />
      <GuardedButton reason={none?.reason} mr="auto" loading={pending} onClick={() => void submit()}>
        Use a passkey
      </GuardedButton>
      <Text size="sm" c="dimmed">
        If you have lost yours, ask whoever runs the service.
      </Text>
    </>
  )
}

function AddFirst() {
  return (
    <Text>
      Add one on{' '}
      <TextLink underline="always" to="/account">
        Your account
      </TextLink>
      , then come back here.
    </Text>
  )
}
