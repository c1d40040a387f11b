import { Button } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import { SubmitForm } from '../../shared/form.tsx'
import { notify } from '../../shared/toasts.tsx'
import { Entry } from './entry.tsx'
import { useFollow, meQuery, startAs } from './me.ts'
import { TextLink } from '../../shared/links.tsx'

const route = getRouteApi('/new-email')

/** Where the link to a new e-mail leads. A press of the button uses it: mail scanners open links. */
export function NewEmailPage() {
  const { token = '' } = route.useSearch()
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
