import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { SubmitForm } from '../../shared/form.tsx'
import { Entry } from './entry.tsx'
import { TextLink } from '../../shared/links.tsx'

const route = getRouteApi('/call-off')

/** Where the link leads that was mailed to the address of before. A press of the button uses it. */
export function CallOffPage() {
  const { token = '' } = route.useSearch()
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
