import { beforeEach, describe, expect, test } from 'vitest'
import { isCluster } from '../../server/src/database/cluster.ts'
import { tokenHash } from '../../server/src/people/secret-token.ts'
import { SessionLookup } from '../../server/src/people/session-lookup.ts'
import { termsChangedAt } from '../../server/src/pricing/kinds-of-term.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { givenCustomer } from '../given/given.ts'
import { useService } from '../given/service.ts'

const service = useService()

describe.each([
  { server: 'a single server, which is asked of many workspaces at once', oneWorkspace: false },
  { server: 'a cluster, which is asked of each', oneWorkspace: true },
])('on $server,', ({ oneWorkspace }) => {
  // A cluster refuses what a single server is asked.
  beforeEach(async ({ skip }) => skip(!oneWorkspace && (await isCluster(service.context.db))))
  const newLookup = () => new SessionLookup(service.context, termsChangedAt, async () => oneWorkspace)

  test('sessions that are looked up together say what each person is where they ask', async () => {
    const [one, other] = [await service.workspace(), await service.workspace()]
    const owner = await givenMember(service, one, 'owner')
    const staff = await givenMember(service, other, 'manager')
    const buyer = await givenSignedInBuyer(service, one, await givenCustomer(one))
    const lookup = newLookup()
    const find = async (token: string, slug: string) => {
      const found = await lookup.find(slug, tokenHash(token), '127.0.0.1')
      return found && [found.person_id, found.workspace?.id, found.role, found.buyer?.id]
    }
    const nothing = [undefined, null, undefined]
    const found = await Promise.all([
      find(owner.token, owner.slug),
      find(staff.token, staff.slug),
      find(staff.token, owner.slug),
      find(buyer.token, owner.slug),
      find(owner.token, 'no-such-place'),
      find('unknown', owner.slug),
    ])
    expect(found).toEqual([
      [owner.id, one.id, 'owner', undefined],
      [staff.id, other.id, 'manager', undefined],
      [staff.id, ...nothing],
      [buyer.personId, one.id, null, buyer.id],
      [owner.id, ...nothing],
      undefined,
    ])
  })

  test('the use of a session is noted once an hour, and keeps it alive', async () => {
    const workspace = await service.workspace()
    const { id, slug, token } = await givenMember(service, workspace, 'manager')
    const use = async () => {
      await newLookup().find(slug, tokenHash(token), '192.0.2.7')
      return service.context.db
        .selectFrom('session')
        .select(['updated_at', 'expires_at', 'ip_address'])
        .where('person_id', '=', id)
        .executeTakeFirstOrThrow()
    }
    const first = await use()
    service.later(59 * 60_000)
    expect(await use()).toEqual(first)
    service.later(60_000)
    const later = await use()
    expect(later).toMatchObject({ updated_at: service.time.now, ip_address: '192.0.2.7' })
    expect(later.expires_at.getTime()).toBeGreaterThan(first.expires_at.getTime())
  })
})
