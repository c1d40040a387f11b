import { afterAll, beforeAll, expect, test } from 'vitest'
import * as hashes from '../../server/src/people/password-hash.ts'
import { byDepth } from '../depth.ts'
import { useOwnService } from '../service.ts'
import { checkAccounts } from './check-accounts.ts'
import { makeHashesCheap } from './cheap-hashes.ts'
import { shortenWaits } from './short-waits.ts'
import { AT_SITE } from './world.ts'

const service = useOwnService({ site: AT_SITE })
let restore: (() => void)[]
beforeAll(() => void (restore = [makeHashesCheap(hashes), shortenWaits()]))
afterAll(() => restore.forEach((back) => back()))

test('whatever an owner, an insider and a stranger do, in any order and at once, the invariants of accounts hold', async () => {
  const checked = checkAccounts(service, {
    numRuns: byDepth({ quick: 2, deep: 12 }),
    commands: byDepth({ quick: 25, deep: 40 }),
  })
  await expect(checked).resolves.toBeUndefined()
})
