import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog, useFocusReturn } from './dialog.tsx'
import { api, dataQuery } from './api.ts'
import type { components } from './app-api.d.ts'
import { GuardedButton } from './disabled-reason.tsx'
import { useNoPasskeysHere } from './passkey-place.tsx'
import { Problem } from './problem.tsx'
import { proofQuestion } from './question.ts'
import { CompanyInNewTab } from './sign-in-again.tsx'
import { SecretInput, SubmitForm, useSubmit } from './form.tsx'

type Me = components['schemas']['Me']

/** Asks for the password or a passkey. Then the call that was refused is repeated, with all that was typed. */
export default function ProofDialog() {
  useFocusReturn()
  const { data: me, error } = useQuery(dataQuery(['account', 'me'], '/app-api/account/me', {}, { staleTime: 0 }))
  return (
    <Dialog opened onClose={() => proofQuestion.answer(false)} title="Is it you?">
      <Text mb="md">This needs proof of who you are that is less than 10 minutes old.</Text>
      <Problem error={error} />
      {me && (
        <Stack gap="sm">
          {me.hasPassword && <ByPassword />}
          {me.isByCompany && <ByCompany />}
          {me.hasPassword || me.hasPasskey ? <ByPasskey me={me} /> : !me.isByCompany && <ByLink me={me} />}
          <Button variant="default" onClick={() => proofQuestion.answer(false)}>
            Cancel
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}

function ByPassword() {
  const [password, setPassword] = useState('')
  return (
    <SubmitForm
      onSubmit={() => api.POST('/app-api/account/proof/password', { body: { password } })}
      onDone={() => proofQuestion.answer(true)}
    >
      {(fieldError, pending) => (
        <>
          <SecretInput
            label="Password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={fieldError('password')}
          />
          <Button type="submit" loading={pending}>
            Go on
          </Button>
        </>
      )}
    </SubmitForm>
  )
}

function ByPasskey({ me }: { me: Me }) {
  const none = useNoPasskeysHere()
  const { submit, pending, problem } = useSubmit(async () => {
    const { proveByPasskey } = await import('./passkeys.ts')
    await proveByPasskey()
    proofQuestion.answer(true)
  })
  return (
    <>
      <Problem error={problem()} />
      <GuardedButton
        reason={me.hasPasskey ? none?.reason : 'Your account has no passkey yet.'}
        variant="default"
        loading={pending}
        onClick={() => void submit()}
      >
        Use a passkey
      </GuardedButton>
    </>
  )
}

function ByCompany() {
  return (
    <>
      <Text>Sign in again in a new tab, then come back.</Text>
      <CompanyInNewTab />
      <Button onClick={() => proofQuestion.answer(true)}>Go on</Button>
    </>
  )
}

/** For somebody who has neither a password nor a passkey. */
function ByLink({ me: { email } }: { me: Me }) {
  const [isMailed, setMailed] = useState(false)
  const { submit, pending, problem } = useSubmit(async () => {
    await api.POST('/app-api/account/link', { body: { email } })
    setMailed(true)
  })
  return (
    <>
      <Problem error={problem()} />
      <Text role="status">
        {isMailed && `A link is on its way to ${email}. Open it in this browser, then come back.`}
      </Text>
      <Group grow>
        <Button variant="default" loading={pending} onClick={() => void submit()}>
          E-mail me a link
        </Button>
        {isMailed && <Button onClick={() => proofQuestion.answer(true)}>Go on</Button>}
      </Group>
    </>
  )
}
