import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AfterImport } from './after-import.tsx'
import { BeforeImport } from './before-import.tsx'
import { importQuery } from './import-queries.ts'
import type { Import } from './import-queries.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportStatus } from './import-status.tsx'
import { RemoveImport } from './remove-import.tsx'
import { useImportActs } from './use-import-acts.ts'
import { useShowStep } from './use-show-step.ts'

const route = getRouteApi('/w/$slug/imports/$id')

/** One file on its way into the catalogue: read, checked, imported, and undone. */
export function ImportPage() {
  const { slug } = useWorkspace()
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(importQuery(slug, id))
  return <Loaded key={id} data={data} />
}

function Loaded({ data }: { data: Import }) {
  const { slug, timezone, reasonNot } = useWorkspace()
  const acts = useImportActs(data.id)
  useShowStep(data.status)
  return (
    <Page
      title={data.fileName}
      beside={<ImportStatus status={data.status} />}
      description={story(data, timezone)}
      actions={<RemoveImport data={data} />}
      crumbs={[{ label: 'Imports', link: { to: '/w/$slug/imports', params: { slug } } }]}
    >
      <Problem error={acts.problem ?? data.problem} />
      <ImportProgress
        data={data}
        reason={reasonNot('write')}
        pending={acts.pending === 'stop'}
        onStop={() => acts.move('stop')}
      />
      {data.counts ? (
        <AfterImport data={data} counts={data.counts} acts={acts} />
      ) : (
        <BeforeImport data={data} acts={acts} />
      )}
    </Page>
  )
}

/** Who uploaded and who imported it, and when. */
function story({ uploadedBy, uploadedAt, startedBy, startedAt, finishedAt }: Import, timezone: string): string {
  const uploaded = `Uploaded by ${uploadedBy} on ${formatDateTime(uploadedAt, timezone)}.`
  if (!startedAt) return uploaded
  return `${uploaded} ${finishedAt ? 'Imported' : 'Import started'} by ${startedBy} on ${formatDateTime(finishedAt ?? startedAt, timezone)}.`
}
