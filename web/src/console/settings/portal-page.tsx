import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { portalSettingsQuery } from './settings-queries.ts'
import { FileButton, Group, Text, Title, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { GuardedButton, SaveButton } from '../../shared/disabled-reason.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useSubmit, throwProblems, SubmitForm } from '../../shared/form.tsx'
import { IMAGE_TYPES } from '../images/image-files.ts'
import styles from './settings.module.css'
import { MAX_COMING_DAYS } from '../../../../server/src/shared/limits.ts'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { LeaveGuard } from '../../shared/form-dialog.tsx'
import { COLOUR } from '../../../../server/src/shared/accent.ts'

/** What buyers see in the trade portal. */
export function PortalPage() {
  const { slug } = useWorkspace()
  const { data: settings } = useSuspenseQuery(portalSettingsQuery(slug))
  return (
    <Page title="Trade portal" description={`What your buyers see at ${location.origin}/t/${slug}.`}>
      {/* Its own form for each state that it was opened with. */}
      <PortalForm key={settings.version} settings={settings} />
      <PortalLogo logo={settings.logo} />
    </Page>
  )
}

type Settings = components['schemas']['EditablePortal']

const PATH = '/app-api/console/{slug}/portal/logo'

/** The logo in the header of the portal: it is saved as soon as it is chosen. */
function PortalLogo({ logo }: Pick<Settings, 'logo'>) {
  const { slug, name, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const params = { path: { slug } }
  const show = (settings: Settings) => queryClient.setQueryData(portalSettingsQuery(slug).queryKey, settings)
  const change = useSubmit(async () => {
    show((await api.DELETE(PATH, { params })).data)
    notify('The logo was removed.')
  })
  const upload = useUpload(async (file) => {
    show((await api.PUT(PATH, { params, ...fileBody(file) })).data)
    notify('The logo was saved.')
  })
  const reason = reasonNot('settings')
  return (
    <section aria-labelledby="logo" className={styles.logo}>
      <Title order={2} size="h4" mb={4} id="logo">
        Logo
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Beside your name, in the header of every page and on the sign-in page.
      </Text>
      {logo && (
        <img src={logo.path} width={logo.width} height={logo.height} alt={`Logo of ${name}`} className={styles.image} />
      )}
      <Problem error={upload.problem ?? change.problem()} />
      <Group gap="xs">
        <FileButton accept={IMAGE_TYPES} onChange={upload.run} disabled={reason !== null}>
          {(props) => (
            <GuardedButton reason={reason} variant="default" {...props} loading={upload.pending}>
              Upload logo
            </GuardedButton>
          )}
        </FileButton>
        {logo && (
          <GuardedButton
            reason={reason}
            variant="default"
            loading={change.pending}
            onClick={() => void change.submit()}
          >
            Remove logo
          </GuardedButton>
        )}
      </Group>
    </section>
  )
}

/** Sends one file at a time; its problem stays until the next one. */
function useUpload(send: (file: File) => Promise<void>) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const run = (file: File | null) => {
    if (!file) return
    setPending(true)
    setProblem(null)
    void send(file)
      .catch(setProblem)
      .finally(() => setPending(false))
  }
  return { run, pending, problem }
}

const SWITCHES = [
  ['showListPrices', 'Show list prices', 'Beside the price of the customer, with the percentage of each discount.'],
  [
    'showCandidates',
    'Show why',
    'The prices that do not apply, too, each with its reason. Amounts of discounts only with list prices.',
  ],
  ['showAvailability', 'Show availability', 'With the lead time.'],
  ['allowColleagues', 'Allow colleagues', 'A buyer who may order any sum invites others of the same customer.'],
  ['allowNotes', 'Allow notes', 'A buyer may write a note with an order.'],
] as const

/** The settings of the trade portal; owners save them. */
function PortalForm({ settings }: { settings: Settings }) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(settings)
  const [days, setDays] = useState(String(settings.comingDays))
  const change = (changes: Partial<Settings>) => setTyped((before) => ({ ...before, ...changes }))
  const save = async () => {
    const { message, address } = typed
    const comingDays = readDays(days)
    throwProblems({
      comingDays: comingDays === null ? `Write a whole number from 0 to ${MAX_COMING_DAYS}.` : undefined,
    })
    const body = {
      ...typed,
      comingDays: comingDays!,
      message: message?.trim() || null,
      address: address?.trim() || null,
    }
    const { data } = await api.PUT('/app-api/console/{slug}/portal', { params: { path: { slug } }, body })
    queryClient.setQueryData(portalSettingsQuery(slug).queryKey, data)
    notify('The settings were saved.')
  }
  return (
    <SubmitForm onSubmit={save}>
      {(fieldError, pending) => (
        <>
          <LeaveGuard
            when={JSON.stringify(typed) !== JSON.stringify(settings) || days !== String(settings.comingDays)}
          />
          <Stack maw={560} gap="md">
            {SWITCHES.map(([name, label, description]) => (
              <LabelledSwitch
                key={name}
                label={label}
                description={description}
                checked={typed[name]}
                onChange={(event) => change({ [name]: event.currentTarget.checked })}
              />
            ))}
            <TextInput
              label="Coming prices"
              description={`How many days ahead buyers see a price that is scheduled or agreed: up to ${MAX_COMING_DAYS}. 0: they see none.`}
              inputMode="numeric"
              value={days}
              error={fieldError('comingDays')}
              onChange={(event) => setDays(event.currentTarget.value)}
              required
            />
            <Textarea
              label="Message"
              description="On top of every page, such as the last day for orders before a holiday."
              value={typed.message ?? ''}
              maxLength={500}
              autosize
              minRows={2}
              error={fieldError('message')}
              onChange={(event) => change({ message: event.currentTarget.value })}
            />
            <ColourInput
              label="Colour"
              description="Of buttons and links, in documents and mails. Where it would be hard to read, a darker or lighter one is used."
              value={typed.colour}
              onChange={(colour) => change({ colour })}
              otherwise={settings.colour}
              error={fieldError('colour')}
              required
            />
            <Textarea
              label="Address"
              description="On documents and in mails, as many lines as you want."
              value={typed.address ?? ''}
              maxLength={500}
              autosize
              minRows={3}
              error={fieldError('address')}
              onChange={(event) => change({ address: event.currentTarget.value })}
            />
            <Group>
              <SaveButton pending={pending} reason={reasonNot('settings')} />
            </Group>
          </Stack>
        </>
      )}
    </SubmitForm>
  )
}

/** Null for what is no number of days ahead. */
function readDays(text: string): number | null {
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Infinity
  return days <= MAX_COMING_DAYS ? days : null
}

type Props = {
  label: string
  description: string
  /** As typed. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Shown by the picker while the text is no colour. */
  otherwise: string
  required?: boolean
}

/** A colour as `#rrggbb`, with the browser's picker beside it. */
function ColourInput({ label, value, onChange, otherwise, ...rest }: Props) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      placeholder="#3b5bdb"
      rightSection={
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          className={styles.picker}
          value={COLOUR.test(value.toLowerCase()) ? value.toLowerCase() : otherwise}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      {...rest}
    />
  )
}
