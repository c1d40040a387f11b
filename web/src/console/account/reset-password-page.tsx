import { Button, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { SecretInput, SubmitForm, useTexts } from '../../shared/form.tsx'
import { Entry } from './entry.tsx'
import { useFollow, pathAfterSignIn, startAs } from './me.ts'
import { TextLink } from '../../shared/links.tsx'

const route = getRouteApi('/reset-password')

/** Asks for a link by mail; the link leads here, with its token, to set another password. */
export function ResetPasswordPage() {
  const { token } = route.useSearch()
  return <Entry title="Reset your password">{token ? <SetPassword token={token} /> : <AskForLink />}</Entry>
}

function AskForLink() {
  const { texts, field } = useTexts({ email: '' })
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const send = async () => {
    await api.POST('/app-api/account/forgot', { body: texts })
    setMailedTo(texts.email.trim())
  }
  return (
    <SubmitForm onSubmit={send}>
      {(fieldError, pending) => (
        <>
          <TextInput label="E-mail" type="email" autoComplete="username" {...field('email', fieldError)} />
          <Button type="submit" loading={pending}>
            E-mail me a link
          </Button>
          <Text size="sm" role="status">
            {mailedTo !== null &&
              `If there is an account for ${mailedTo}, a link to set a new password is on its way there.`}
          </Text>
          <TextLink size="sm" ta="center" to="/sign-in">
            Back to sign in
          </TextLink>
        </>
      )}
    </SubmitForm>
  )
}

function SetPassword({ token }: { token: string }) {
  const { texts, field } = useTexts({ password: '' })
  const queryClient = useQueryClient()
  const follow = useFollow()
  const send = async () => {
    const { data } = await api.POST('/app-api/account/reset', { body: { token, ...texts } })
    startAs(queryClient, data)
    follow(pathAfterSignIn(data, undefined))
  }
  return (
    <SubmitForm onSubmit={send}>
      {(fieldError, pending) => (
        <>
          <SecretInput label="New password" isNew {...field('password', fieldError)} />
          <Button type="submit" loading={pending}>
            Set the password
          </Button>
        </>
      )}
    </SubmitForm>
  )
}
