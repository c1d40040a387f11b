import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { SecretInput, useTexts } from '../../shared/form.tsx'
import { Section } from '../../shared/page.tsx'
import { TextToCopy } from '../../shared/clipboard.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'

type Shown = components['schemas']['CompanySignIn']

const query = (slug: string) =>
  dataQuery(['console', slug, 'company-sign-in'], '/app-api/console/{slug}/company-sign-in', { path: { slug } })

/** Who signs in the staff and the buyers with the account of their company. */
export function CompanySignIn() {
  const { slug, reasonNot } = useWorkspace()
  const { data } = useQuery(query(slug))
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  if (!data) return null
  const { provider } = data
  const remove = async () => {
    await api.DELETE('/app-api/console/{slug}/company-sign-in', { params: { path: { slug } } })
    notify('The company sign-in was removed.')
    await queryClient.invalidateQueries({ queryKey: query(slug).queryKey })
  }
  const reason = reasonNot('people')
  return (
    <Section title="Company sign-in">
      <Stack gap="sm">
        <Text>
          {provider
            ? `People of ${provider.domains.join(', ')} ${provider.isRequired ? 'have to' : 'may'} sign in here with their company’s account, at ${provider.issuer}.`
            : 'Staff and buyers can sign in here with their company’s account, at a provider of OpenID Connect.'}
        </Text>
        <Text size="sm">The provider has to allow this address to come back to:</Text>
        <TextToCopy text={data.redirectUri} />
        <Group gap="xs">
          <GuardedButton reason={reason} variant="default" onClick={() => setOpen('change')}>
            {provider ? 'Change' : 'Set up'}
          </GuardedButton>
          {provider && (
            <Button variant="default" disabled={reason !== null} onClick={() => setOpen('remove')}>
              Remove
            </Button>
          )}
        </Group>
      </Stack>
      {open === 'change' && <ProviderDialog shown={data} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        opened={open === 'remove'}
        onClose={() => setOpen(null)}
        title="Remove the company sign-in?"
        confirmLabel="Remove"
        danger
        effect="Who is signed in by it is signed out, and everybody signs in by password, passkey or link again."
        onConfirm={remove}
      />
    </Section>
  )
}

function ProviderDialog({ shown: { provider, signedIn }, onClose }: { shown: Shown; onClose: () => void }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const { texts, field } = useTexts({
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    domains: provider?.domains.join(', ') ?? '',
  })
  const [isRequired, setRequired] = useState(provider?.isRequired ?? false)
  const save = async () => {
    const { clientSecret, domains, ...rest } = texts
    const body = {
      ...rest,
      domains: domains.split(/[\s,]+/).filter(Boolean),
      isRequired,
      ...(clientSecret !== '' && { clientSecret }),
    }
    await api.PUT('/app-api/console/{slug}/company-sign-in', { params: { path: { slug } }, body })
    notify('The company sign-in was saved.')
    await queryClient.invalidateQueries({ queryKey: query(slug).queryKey })
  }
  return (
    <FormDialog onClose={onClose} title="Company sign-in" submitLabel="Save" onSubmit={save}>
      {(fieldError) => (
        <Stack gap="sm">
          <TextInput label="Issuer" placeholder="https://login.calder.example" {...field('issuer', fieldError)} />
          <TextInput label="Client id" autoComplete="off" {...field('clientId', fieldError)} />
          <SecretInput
            label={provider ? 'Client secret, if it is another one' : 'Client secret'}
            {...field('clientSecret', fieldError)}
          />
          <TextInput
            label="Domains"
            description="Of the e-mail addresses that sign in so, with commas between them."
            {...field('domains', fieldError)}
          />
          <Checkbox
            label="People of these domains have to sign in so"
            description={
              signedIn ? undefined : 'First sign in with your company’s account yourself, to see that it works.'
            }
            checked={isRequired}
            disabled={!signedIn && !isRequired}
            onChange={(event) => setRequired(event.currentTarget.checked)}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
