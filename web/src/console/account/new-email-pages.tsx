import { Button, Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { SubmitForm } from '../../shared/form.tsx'
import { TextLink } from '../../shared/links.tsx'
import { notify } from '../../shared/toasts.tsx'
import { Entry } from './entry.tsx'
import { useFollow, meQuery, startAs } from './me.ts'

const newEmailRoute = getRouteApi('/new-email')

/** Where the link to a new e-mail leads. A press of the button uses it: mail scanners open links. */
export function NewEmailPage() {
  const { token = '' } = newEmailRoute.useSearch()
  const { data: me } = useSuspenseQuery(meQuery)
  const queryClient = useQueryClient()
  const follow = useFollow()
  const confirm = async () => {
    const { data } = await api.POST('/app-api/account/new-email/use', { body: { token } })
    startAs(queryClient, data)
    follow('/account')
    notify(`Your e-mail is ${data.email} now.`)
  }
  return (
    <Entry
      title="Confirm your e-mail"
      description={`${me.name}, you are signed in as ${me.email}. From now on you sign in with the address that this link was sent to.`}
    >
      <SubmitForm onSubmit={confirm}>
        {(_fieldError, pending) => (
          <>
            <Button type="submit" loading={pending}>
              Confirm this e-mail
            </Button>
            <TextLink size="sm" ta="center" to="/account">
              Your account
            </TextLink>
          </>
        )}
      </SubmitForm>
    </Entry>
  )
}

const callOffRoute = getRouteApi('/call-off')

/** Where the link leads that was mailed to the address of before. A press of the button uses it. */
export function CallOffPage() {
  const { token = '' } = callOffRoute.useSearch()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState<string | null>(null)
  const callOff = async () => {
    const { data } = await api.POST('/app-api/account/new-email/call-off', { body: { token } })
    queryClient.clear()
    setEmail(data.email)
  }
  if (email !== null) {
    return (
      <Entry title="Called off">
        <Text mb="sm" role="status">
          The account belongs to {email}. Everybody is signed out, and the password no longer works.
        </Text>
        <TextLink to="/reset-password">Set a new password</TextLink>
      </Entry>
    )
  }
  return (
    <Entry
      title="Call off the new e-mail"
      description="If you did not ask for another e-mail, somebody else was in your account. This brings your address back, signs everybody out, and ends the password."
    >
      <SubmitForm onSubmit={callOff}>
        {(_fieldError, pending) => (
          <Button type="submit" loading={pending}>
            Call it off
          </Button>
        )}
      </SubmitForm>
    </Entry>
  )
}
