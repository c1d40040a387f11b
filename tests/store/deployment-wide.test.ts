import { expect, test } from 'vitest'
import { publishDuePriceChanges } from '../../server/src/jobs/publish-due-price-changes.ts'
import { runOperation } from '../../server/src/operator/run-operation.ts'
import { DEPLOYMENT_WIDE } from '../isolation/deployment-wide.ts'
import { met } from '../isolation/judge.ts'
import { useService } from '../service.ts'

const service = useService()

test('every statement that may go over all workspaces is run by an operation or a job', async () => {
  const { keyId } = await service.workspace()
  await runOperation(service.context, 'workspace list', {})
  await runOperation(service.context, 'key list', {})
  await runOperation(service.context, 'key revoke', { id: keyId })
  await publishDuePriceChanges(service.context, { error: () => {} }, new Map())
  expect([...met].toSorted()).toEqual(DEPLOYMENT_WIDE.map(({ statement }) => statement).toSorted())
})
