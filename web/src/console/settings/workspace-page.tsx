import { useSuspenseQuery } from '@tanstack/react-query'
import { Stack } from '@mantine/core'
import { Page } from '../../shared/page.tsx'
import { Section } from '../../shared/section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { Plan } from './plan.tsx'
import { settingsQuery } from './settings-queries.ts'
import { WorkspaceForm } from './workspace-form.tsx'

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
