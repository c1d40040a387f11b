import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { PortalForm } from './portal-form.tsx'
import { portalSettingsQuery } from './settings-queries.ts'
import { FileButton, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api, fileBody } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Problem } from '../../shared/problem.tsx'
import { notify } from '../../shared/toasts.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { IMAGE_TYPES } from '../images/image-files.ts'
import styles from './portal-logo.module.css'

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
  const reason = reasonNot('write') ?? reasonNot('own')
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
