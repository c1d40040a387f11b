import { Button, Divider, Stack, Text, TextInput, Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { COMPANY_REFUSALS } from '../../../server/src/shared/company-refusals.ts'
import { api, dataQuery } from './api.ts'
import type { components } from './app-api.d.ts'
import { storeFor } from './browser-store.ts'
import { Form, SecretInput, throwProblems, useSubmit, useTexts } from './form.tsx'
import type { Submitting } from './form.tsx'
import { NoPasskeysHere, usePasskeysWork } from './passkey-place.tsx'
import { Problem } from './problem.tsx'

export type Me = components['schemas']['Me']

type SignInFormProps = { onEnter: (me: Me) => void | Promise<void>; forgotten: ReactNode; otherWays?: ReactNode }

/** Signs in by e-mail and password or by a passkey, or mails a link. `forgotten` leads to a new password. */
export function SignInForm({ onEnter, forgotten, otherWays }: SignInFormProps) {
  const { texts, field } = useTexts({ email: '', password: '' })
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const enter = (me: Me) => {
    storeFor(me.id)
    return onEnter(me)
  }
  const signIn = useSubmit(async () => {
    throwProblems({
      email: texts.email.trim() === '' ? 'Write your e-mail address.' : undefined,
      password: texts.password === '' ? 'Write your password.' : undefined,
    })
    const { data } = await api.POST('/app-api/account/sign-in', { body: texts })
    await enter(data)
  })
  const mailLink = useSubmit(async () => {
    throwProblems({ email: texts.email.trim() === '' ? 'Write your e-mail address first.' : undefined })
    await api.POST('/app-api/account/link', { body: { email: texts.email } })
    setMailedTo(texts.email.trim())
  })
  const passkeysWork = usePasskeysWork()
  const byPasskey = useSubmit(async () => {
    const { signInByPasskey } = await import('./passkeys.ts')
    await enter(await signInByPasskey())
  })
  const ways = [signIn, byPasskey, mailLink]
  const begin = (way: Submitting) => {
    for (const other of ways) if (other !== way) other.reset()
    void way.submit()
  }
  const fieldError = (path: string) => signIn.fieldError(path) ?? mailLink.fieldError(path)
  const fields = (
    <>
      <TextInput label="E-mail" type="email" autoComplete="username" {...field('email', fieldError)} />
      <SecretInput label="Password" {...field('password', fieldError)} />
    </>
  )
  return (
    <Form
      onFieldChange={(texts) => {
        for (const way of ways) way.forget(texts)
      }}
      onSubmit={() => begin(signIn)}
    >
      <Problem error={ways.map((way) => way.problem()).find(Boolean)} />
      <Stack gap="sm">
        {fields}
        <Button type="submit" loading={signIn.pending} fullWidth mt="xs">
          Sign in
        </Button>
        {forgotten}
        <Divider />
        {passkeysWork && (
          <Button variant="default" loading={byPasskey.pending} onClick={() => begin(byPasskey)}>
            Sign in with a passkey
          </Button>
        )}
        <Button variant="default" loading={mailLink.pending} onClick={() => begin(mailLink)}>
          E-mail me a link
        </Button>
        {otherWays}
        <NoPasskeysHere />
        <Text size="sm" role="status">
          {mailedTo !== null &&
            `If there is an account for ${mailedTo}, a link to sign in is on its way there. It works once, for a short time.`}
        </Text>
      </Stack>
    </Form>
  )
}

type CompanyButtonProps = {
  /** The workspace whose page is wanted, for its own identity provider. */
  at?: string | undefined
  area: 'w' | 't'
  inNewTab?: boolean
}

/** Leads to the identity provider, where there is one to sign in with. */
export function CompanyButton({ at, area, inNewTab }: CompanyButtonProps) {
  const { data } = useQuery(
    dataQuery(
      ['company-sign-in', at ?? ''],
      '/app-api/account/company',
      { query: at === undefined ? {} : { at } },
      { staleTime: Infinity },
    ),
  )
  if (!data?.isPossible) return null
  const query = new URLSearchParams({ ...(at !== undefined && { at }), area })
  return (
    <Button
      component="a"
      variant="default"
      href={`/app-api/account/company/begin?${query}`}
      target={inNewTab ? '_blank' : undefined}
    >
      Sign in with your company’s account
    </Button>
  )
}

/** Why the sign-in at the identity provider led back here. */
export function CompanyRefused({ refused }: { refused: string | undefined }) {
  if (refused === undefined || !Object.hasOwn(COMPANY_REFUSALS, refused)) return null
  return (
    <Alert color="red" mb="md" title="You are not signed in">
      {COMPANY_REFUSALS[refused as keyof typeof COMPANY_REFUSALS]}
    </Alert>
  )
}
