import { Button, Fieldset, Select, Stack, Text, TextInput, Center, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, getRouteApi } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { api, ApiError, dataQuery } from '../../shared/api.ts'
import { SecretInput, SubmitForm, useTexts } from '../../shared/form.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Entry } from './entry.tsx'
import { useFollow, meQuery, pathAfterSignIn } from './me.ts'

const route = getRouteApi('/set-up')

const CURRENCIES = Intl.supportedValuesOf('currency')
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone
// The list of browsers leaves out UTC and its like.
const TIME_ZONES = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', HERE])].toSorted()
const NAMES = new Intl.DisplayNames('en', { type: 'currency' })
const CURRENCY_CHOICES = CURRENCIES.map((code) => ({ value: code, label: `${code} – ${NAMES.of(code)}` }))

/** The first start with an empty database: makes its first person and their workspace. */
export function SetUpPage() {
  const { data } = useQuery(setUpQuery)
  if (data && !data.isNeeded) return <Navigate to="/" replace />
  return (
    <Entry title="Set up" description="Nobody can sign in here yet. Create the first account and its workspace.">
      <SetUpForm />
    </Entry>
  )
}

function SetUpForm() {
  const { code = '' } = route.useSearch()
  const { texts, field } = useTexts({ code, name: '', email: '', password: '', workspace: '', taxLabel: 'ex VAT' })
  const [currency, setCurrency] = useState<string | null>('GBP')
  const [timezone, setTimezone] = useState<string | null>(HERE)
  const queryClient = useQueryClient()
  const follow = useFollow()
  const send = async () => {
    const { workspace: name, taxLabel, ...owner } = texts
    const workspace = { name, taxLabel, currency: currency ?? '', timezone: timezone ?? '' }
    const { data } = await api.POST('/app-api/account/set-up', { body: { ...owner, workspace } })
    queryClient.clear()
    follow(`/w/${data.slug}`)
  }
  return (
    <SubmitForm onSubmit={send}>
      {(fieldError, pending) => (
        <>
          <TextInput
            label="Set-up code"
            description="The service printed it when it started, so that only you can be first."
            autoComplete="off"
            {...field('code', fieldError)}
          />
          <Fieldset legend="You">
            <Stack gap="sm">
              <TextInput label="Name" autoComplete="name" {...field('name', fieldError)} />
              <TextInput label="E-mail" type="email" autoComplete="username" {...field('email', fieldError)} />
              <SecretInput label="Password" isNew {...field('password', fieldError)} />
            </Stack>
          </Fieldset>
          <Fieldset legend="Your workspace">
            <Stack gap="sm">
              <TextInput
                label="Workspace name"
                autoComplete="organization"
                {...field('workspace')}
                error={fieldError('workspace.name')}
              />
              <Select
                label="Currency"
                data={CURRENCY_CHOICES}
                value={currency}
                onChange={setCurrency}
                searchable
                limit={50}
                error={fieldError('workspace.currency')}
              />
              <Select
                label="Time zone"
                data={TIME_ZONES}
                value={timezone}
                onChange={setTimezone}
                searchable
                limit={50}
                error={fieldError('workspace.timezone')}
              />
              <TextInput
                label="Tax wording"
                description="Shown beside prices, which are before tax."
                {...field('taxLabel')}
                error={fieldError('workspace.taxLabel')}
              />
            </Stack>
          </Fieldset>
          <Text size="sm" c="dimmed">
            The currency cannot be changed later.
          </Text>
          <Button type="submit" loading={pending}>
            Create workspace
          </Button>
        </>
      )}
    </SubmitForm>
  )
}

/** Whether nobody can sign in yet. */
const setUpQuery = dataQuery(['account', 'set-up'], '/app-api/account/set-up', {}, { staleTime: 0 })

/** Sends on: to the last workspace, to sign in, or to set up while there is nobody. */
export function StartPage() {
  const me = useQuery(meQuery)
  const isSignedOut = me.error instanceof ApiError && me.error.status === 401
  const setUp = useQuery({ ...setUpQuery, enabled: isSignedOut })
  const follow = useFollow({ replace: true })
  useEffect(() => {
    if (me.data) follow(pathAfterSignIn(me.data, undefined))
  }, [me.data, follow])
  // The answer may be there before it is known who is signed in: the page "Set up" asks, too.
  if (isSignedOut && setUp.data) return <Navigate to={setUp.data.isNeeded ? '/set-up' : '/sign-in'} replace />
  const failed = isSignedOut ? setUp.error : me.error
  if (failed) return <Problem error={failed} retry={() => void me.refetch()} />
  return (
    <Center mih="100dvh">
      <Loader aria-label="Loading" />
    </Center>
  )
}
