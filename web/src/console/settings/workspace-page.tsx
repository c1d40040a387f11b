import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { Stack, Badge, Group, Text, Button, Select, TextInput } from '@mantine/core'
import { Page, Section } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { settingsQuery } from './settings-queries.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatDate } from '../../shared/dates.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api } from '../../shared/api.ts'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { SaveButton } from '../../shared/disabled-reason.tsx'
import { SubmitForm, useTexts } from '../../shared/form.tsx'
import { notify } from '../../shared/toasts.tsx'

/** What an owner decides about the workspace itself, and its plan. */
export function WorkspacePage() {
  const { slug } = useWorkspace()
  const { data: settings } = useSuspenseQuery(settingsQuery(slug))
  return (
    <Page title="Workspace" description="What customers and staff see of the workspace as a whole.">
      <Stack maw={640}>
        <Section title="Settings">
          {/* Its own form for each state that it was opened with. */}
          <WorkspaceForm key={settings.version} settings={settings} />
        </Section>
        <Plan settings={settings} />
      </Stack>
    </Page>
  )
}

type Settings = components['schemas']['Settings']

const PLANS: Record<Settings['plan'], { name: string; means: string }> = {
  trial: { name: 'Trial', means: 'Everything can be used until the trial ends.' },
  active: { name: 'Active', means: 'Everything can be used.' },
  pilot: { name: 'Pilot', means: 'Everything can be used.' },
  demo: { name: 'Demo', means: 'Everything can be tried, except API keys.' },
  lapsed: { name: 'Lapsed', means: 'Everything can be read, and nothing changed.' },
}

/** What the workspace may use, and until when. Only whoever runs the service changes it. */
function Plan({ settings: { plan, trialEndsAt, timezone } }: { settings: Settings }) {
  const { name, means } = PLANS[plan]
  return (
    <Section title="Plan">
      <Group gap="xs" mb="xs">
        <Badge variant="light" color={plan === 'lapsed' ? 'red' : 'indigo'}>
          {name}
        </Badge>
        {plan === 'trial' && trialEndsAt && <Text size="sm">until {formatDate(trialEndsAt, timezone)}</Text>}
      </Group>
      <Text size="sm" c="dimmed">
        {means} Whoever runs the service changes the plan.
      </Text>
    </Section>
  )
}

const TIME_ZONES = Intl.supportedValuesOf('timeZone')

/** The settings as a form, which owners can save. */
function WorkspaceForm({ settings }: { settings: Settings }) {
  const { reasonNot } = useWorkspace()
  const { texts, field, setTexts, isChanged } = useTexts({
    name: settings.name,
    slug: settings.slug,
    timezone: settings.timezone,
    taxLabel: settings.taxLabel,
  })
  const [isStale, setStale] = useState(false)
  const save = useSave(settings, texts, () => setStale(true))
  const queryClient = useQueryClient()
  const reason = reasonNot('settings')
  const zones = TIME_ZONES.includes(settings.timezone) ? TIME_ZONES : [settings.timezone, ...TIME_ZONES]
  return (
    <SubmitForm onSubmit={save} disabled={reason !== null}>
      {(fieldError, pending) => (
        <>
          <TextInput label="Name" {...field('name', fieldError)} readOnly={reason !== null} />
          <TextInput
            label="Web address"
            description={addressHint(texts.slug, settings.slug)}
            {...field('slug', fieldError)}
            readOnly={reason !== null}
          />
          <Select
            label="Time zone"
            description="Dates and scheduled price changes are in it."
            data={zones}
            value={texts.timezone}
            onChange={(timezone) => timezone && setTexts((current) => ({ ...current, timezone }))}
            searchable
            limit={50}
            error={fieldError('timezone')}
            readOnly={reason !== null}
          />
          <TextInput
            label="Tax wording"
            description="Shown beside prices, which are before tax."
            {...field('taxLabel', fieldError)}
            readOnly={reason !== null}
          />
          <TextInput label="Currency" value={settings.currency} readOnly description="It cannot be changed." />
          <Group>
            <SaveButton pending={pending} reason={reason} />
            {isStale && (
              <Button
                variant="default"
                onClick={() => void queryClient.invalidateQueries({ queryKey: settingsQuery(settings.slug).queryKey })}
              >
                Show what is there now
              </Button>
            )}
          </Group>
          <LeaveGuard when={isChanged && !pending} />
        </>
      )}
    </SubmitForm>
  )
}

function addressHint(slug: string, before: string): string {
  const warning = slug === before ? '' : ' Links to the present web address stop working.'
  return `The pages are at ${location.origin}/w/${slug}.${warning}`
}

/** Saves, and moves on to the new address where that was changed. */
function useSave(
  settings: Settings,
  texts: Omit<Settings, 'currency' | 'plan' | 'trialEndsAt' | 'createdAt' | 'version'>,
  onStale: () => void,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const params = { path: { slug: settings.slug } }
    const body = { ...texts, version: settings.version }
    const { data } = await api.PUT('/app-api/console/{slug}/settings', { params, body }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) onStale()
      throw error
    })
    const saved = data
    queryClient.setQueryData(settingsQuery(saved.slug).queryKey, saved)
    void queryClient.invalidateQueries({ queryKey: ['console', saved.slug, 'workspace'] })
    void queryClient.invalidateQueries({ queryKey: ['account', 'me'] })
    notify('The settings were saved.')
    if (saved.slug !== settings.slug) {
      await navigate({
        to: '/w/$slug/settings/workspace',
        params: { slug: saved.slug },
        replace: true,
        ignoreBlocker: true,
      })
    }
  }
}
