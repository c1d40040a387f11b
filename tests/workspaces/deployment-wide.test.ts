import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { restoreBackup } from '../../server/src/ops/backup/restore-backup.ts'
import { writeBackup } from '../../server/src/ops/backup/write-backup.ts'
import { removeOldEdits } from '../../server/src/workspaces/activity/stored-edits.ts'
import { workspacesWithDueImages } from '../../server/src/catalogue/images/image-copier.ts'
import { queueImages } from '../../server/src/catalogue/images/product-images.ts'
import { workspacesWithImages } from '../../server/src/catalogue/images/store-image.ts'
import { claimImports } from '../../server/src/files/import/import-row.ts'
import { removeOldImports } from '../../server/src/files/import/import-status.ts'
import { find, sendItems } from '../given/given.ts'
import { useImageFolder } from '../given/use-image-folder.ts'
import { givenPerson } from '../given/person.ts'
import { findPerson } from '../../server/src/people/persons.ts'
import { readMe } from '../../server/src/people/read-me.ts'
import { readOnlyLook } from '../../server/src/portal/read-portal.ts'
import { recordPersonChange } from '../../server/src/people/update-person.ts'
import { mailAllPriceNews, publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { DEPLOYMENT_WIDE } from '../isolation/deployment-wide.ts'
import type { DeploymentWide } from '../isolation/deployment-wide.ts'
import { met } from '../isolation/judge.ts'
import { openInvitations } from '../../server/src/people/company/sign-in-by-company.ts'
import { givenMember } from '../given/member.ts'
import { useOwnService } from '../given/service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const service = useOwnService()
const folder = useTemporaryFolder()
const { images } = useImageFolder()

test('every statement that may go over all workspaces is run by an operation or a job', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 1)
  const { id } = await find(workspace, 'SKU-0000')
  await queueImages(workspace.context, [{ id, imageUrl: 'https://images.example/plate.jpg' }])
  await runOperation(service.context, 'workspace list', {})
  await runOperation(service.context, 'key list', {})
  await runOperation(service.context, 'key revoke', { id: workspace.keyId })
  const person = await givenPerson(service.context)
  await readMe(service.context, person.id)
  await readOnlyLook(service.context)
  await recordPersonChange(service.context, (await findPerson(service.context, person.email))!, {
    email: 'a@new.example',
  })
  await openInvitations(service.context, person.email, null)
  const left = await givenPerson(service.context)
  await workspace.context.db
    .insertInto('member')
    .values({ workspace_id: workspace.id, person_id: left.id, role: 'owner', created_at: service.time.now })
    .execute()
  await givenMember(service, workspace, 'owner')
  await runOperation(service.context, 'person remove', { workspaceId: workspace.id, person: left.email })
  await runOperation(service.context, 'person erase', { workspaceId: workspace.id, person: left.id, yes: true })
  await publishDuePriceChanges(service.context, { error: () => {} }, new Map())
  await claimImports(service.context, 1, [])
  await removeOldImports(service.context)
  await removeOldEdits(service.context)
  await mailAllPriceNews(service.context, { error: () => {} })
  await workspacesWithDueImages(service.context, { limit: 10 })
  await workspacesWithImages(service.context)

  const file = join(folder, 'backup')
  const engine = inject('engine').name === 'postgres' ? 'postgres' : 'embedded'
  await writeBackup(service.context, { file, engine, onTable: () => {}, signal: new AbortController().signal })
  await restoreBackup(service.context, { file, replace: true })
  await expect(restoreBackup(service.context, { file, replace: false })).rejects.toThrow('--replace')
  await runOperation({ ...service.context, images }, 'doctor', {})

  expect(namesOf([...met].filter((statement) => DEPLOYMENT_WIDE.includes(statement)))).toEqual(namesOf(DEPLOYMENT_WIDE))
})

function namesOf(statements: Iterable<DeploymentWide>): string[] {
  return [...statements].map(({ of }) => of).toSorted()
}
