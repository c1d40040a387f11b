import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { SecretInput } from '../../shared/secret-input.tsx'
import { throwProblems, useSubmit } from '../../shared/use-submit.ts'
import { useTexts } from '../../shared/use-texts.ts'
import { Entry } from './entry.tsx'
import { useFollow } from './follow.ts'
import { pathAfterSignIn, startAs } from './me.ts'
import type { Me } from './me.ts'

const route = getRouteApi('/sign-in')

/** By e-mail and password, or by a link that is mailed. The link itself leads here, with its token. */
export function SignInPage() {
  const { token } = route.useSearch()
  return <Entry title="Sign in">{token ? <ByLink token={token} /> : <ByPassword />}</Entry>
}

function useEnter(): (me: Me) => void {
  const { next } = route.useSearch()
  const queryClient = useQueryClient()
  const follow = useFollow()
  return (me) => {
    startAs(queryClient, me)
    follow(pathAfterSignIn(me, next))
  }
}

function ByPassword() {
  const { texts, field } = useTexts({ email: '', password: '' })
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const enter = useEnter()
  const signIn = useSubmit(async () => {
    throwProblems({
      email: texts.email.trim() === '' ? 'Write your e-mail address.' : undefined,
      password: texts.password === '' ? 'Write your password.' : undefined,
    })
    const { data } = await api.POST('/app-api/account/sign-in', { body: texts })
    enter(data!.data)
  })
  const mailLink = useSubmit(async () => {
    throwProblems({ email: texts.email.trim() === '' ? 'Write your e-mail address first.' : undefined })
    await api.POST('/app-api/account/link', { body: { email: texts.email } })
    setMailedTo(texts.email.trim())
  })
  const fieldError = (path: string) => signIn.fieldError(path) ?? mailLink.fieldError(path)
  const fields = (
    <>
      <TextInput label="E-mail" type="email" autoComplete="username" {...field('email')} error={fieldError('email')} />
      <SecretInput label="Password" {...field('password')} error={fieldError('password')} />
    </>
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mailLink.reset()
        void signIn.submit()
      }}
    >
      <Problem error={signIn.problem() ?? mailLink.problem()} />
      <Stack gap="sm">
        {fields}
        <Button type="submit" loading={signIn.pending} fullWidth mt="xs">
          Sign in
        </Button>
        <Anchor size="sm" ta="center" renderRoot={(props) => <Link {...props} to="/reset-password" />}>
          Forgot your password?
        </Anchor>
        <Divider />
        <Button
          variant="default"
          loading={mailLink.pending}
          onClick={() => {
            signIn.reset()
            void mailLink.submit()
          }}
        >
          E-mail me a link
        </Button>
        <Text size="sm" role="status">
          {mailedTo !== null &&
            `If somebody has an account as ${mailedTo}, a link to sign in is on its way there. It works once, for a short time.`}
        </Text>
      </Stack>
    </form>
  )
}

/** Uses the link's token at once. It works a single time, so it is sent a single time, too. */
function ByLink({ token }: { token: string }) {
  const enter = useEnter()
  const [error, setError] = useState<unknown>(null)
  const used = useRef(false)
  useEffect(() => {
    if (used.current) return
    used.current = true
    api.POST('/app-api/account/link/use', { body: { token } }).then(({ data }) => enter(data!.data), setError)
  }, [token, enter])
  if (!error) return <Text role="status">One moment …</Text>
  return (
    <>
      <Problem error={error} />
      <Anchor renderRoot={(props) => <Link {...props} to="/sign-in" />}>Sign in another way</Anchor>
    </>
  )
}
