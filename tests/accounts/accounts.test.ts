import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { useOwnService } from '../given/service.ts'
import { checkAccounts } from './check-accounts.ts'
import { useCheapHashes } from './cheap-hashes.ts'
import { useShortWaits } from './short-waits.ts'
import { useCompany } from './use-company.ts'
import { AT_SITE } from './world.ts'

const { company, idp } = useCompany()
const service = useOwnService({ site: AT_SITE, company })
useCheapHashes()
useShortWaits()

test('whatever an owner, an insider and a stranger do, in any order and at once, the invariants of accounts hold', async () => {
  const checked = checkAccounts(service, idp(), {
    numRuns: byDepth({ quick: 1, deep: 12 }),
    commands: 40,
  })
  await expect(checked).resolves.toBeUndefined()
})
