import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { paths } from '../../shared/app-api.d.ts'
import { Problem } from '../../shared/problem.tsx'
import { SecretInput, SubmitForm, throwProblems, useSubmit, useTexts } from '../../shared/form.tsx'
import { Section } from '../../shared/page.tsx'
import { notify } from '../../shared/toasts.tsx'
import { meQuery } from './me.ts'
import type { Me } from './me.ts'

type Changes = NonNullable<paths['/app-api/account/me']['patch']['requestBody']>['content']['application/json']

function useChangeMe(): (changes: Changes, done: string) => Promise<void> {
  const queryClient = useQueryClient()
  return async (changes, done) => {
    const { data } = await api.PATCH('/app-api/account/me', { body: changes })
    queryClient.setQueryData(meQuery.queryKey, data)
    void queryClient.invalidateQueries({ queryKey: ['console'] })
    notify(done)
  }
}

export function NameForm({ me }: { me: Me }) {
  const { texts, field } = useTexts({ name: me.name })
  const change = useChangeMe()
  return (
    <Section title="Name">
      <SubmitForm onSubmit={() => change(texts, 'Your name was changed.')}>
        {(fieldError, pending) => (
          <>
            <TextInput label="Name" autoComplete="name" {...field('name', fieldError)} />
            <Button type="submit" variant="default" mr="auto" loading={pending}>
              Change name
            </Button>
          </>
        )}
      </SubmitForm>
    </Section>
  )
}

/**
 * Another address needs the password, and waits until it is proved: whoever reads its mail can get into the account.
 */
export function EmailForm({ me }: { me: Me }) {
  const { texts, field, setTexts } = useTexts({ email: me.email, currentPassword: '' })
  const change = useChangeMe()
  const send = async () => {
    throwProblems({ email: texts.email.trim() === me.email ? 'Write another e-mail address.' : undefined })
    await change(
      me.hasPassword ? texts : { email: texts.email },
      `A link was sent to ${texts.email.trim()}. Open it to confirm the address.`,
    )
    setTexts({ email: me.email, currentPassword: '' })
  }
  return (
    <Section title="E-mail">
      {me.waitingEmail !== null && <WaitingEmail email={me.waitingEmail} />}
      <SubmitForm onSubmit={send}>
        {(fieldError, pending) => (
          <>
            <TextInput label="E-mail" type="email" autoComplete="email" {...field('email', fieldError)} />
            {me.hasPassword && <SecretInput label="Current password" {...field('currentPassword', fieldError)} />}
            <Button type="submit" variant="default" mr="auto" loading={pending}>
              Change e-mail
            </Button>
          </>
        )}
      </SubmitForm>
    </Section>
  )
}

function WaitingEmail({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const callOff = useSubmit(async () => {
    const { data } = await api.DELETE('/app-api/account/new-email')
    queryClient.setQueryData(meQuery.queryKey, data)
    notify('The new e-mail was called off.')
  })
  return (
    <>
      <Problem error={callOff.problem()} />
      <Group justify="space-between" mb="md">
        <Text size="sm">
          <b>{email}</b> waits for the link that was sent to it.
        </Text>
        <Button size="compact-sm" variant="default" loading={callOff.pending} onClick={() => void callOff.submit()}>
          Call off
        </Button>
      </Group>
    </>
  )
}

export function PasswordForm({ me }: { me: Me }) {
  const { texts, field, setTexts } = useTexts({ currentPassword: '', password: '' })
  const change = useChangeMe()
  const send = async () => {
    const { currentPassword, password } = texts
    await change(me.hasPassword ? { currentPassword, password } : { password }, 'Your password was changed.')
    setTexts({ currentPassword: '', password: '' })
  }
  return (
    <Section title="Password">
      <SubmitForm onSubmit={send}>
        {(fieldError, pending) => (
          <>
            {me.hasPassword && <SecretInput label="Current password" {...field('currentPassword', fieldError)} />}
            <SecretInput label="New password" isNew {...field('password', fieldError)} />
            <Button type="submit" variant="default" mr="auto" loading={pending}>
              Change password
            </Button>
          </>
        )}
      </SubmitForm>
    </Section>
  )
}
