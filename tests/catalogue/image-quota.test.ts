import { expect, test } from 'vitest'
import { sweepImages } from '../../server/src/catalogue/images/store-image.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier } from '../given/use-copier.ts'
import { useImageFolder } from '../given/use-image-folder.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { givenColours, givenPictures } from '../given/pictures.ts'
import { expectDone, item, send } from '../given/given.ts'

const WEEK_MS = 7 * 86_400_000
const FULL =
  'The pictures of this workspace take all of their 20 GB, those included that were removed within the last week. ' +
  'Remove pictures that you do not need, and try again in a week; or ask the operator of the service for more.'

const { images } = useImageFolder()
const service = useOwnService({ images })
const host = useImageHost()
const copier = useCopier(service, host)

/** Leaves room for so many bytes of pictures: what a workspace of 100,000 pictures would come to. */
async function leaveRoom({ context, id }: TestWorkspace, room: number): Promise<void> {
  const { used } = await context.db
    .selectFrom('image')
    .select(({ fn }) => fn.sum<number>('bytes').as('used'))
    .where('workspace_id', '=', id)
    .executeTakeFirstOrThrow()
  const big = { workspace_id: id, width: 1, height: 1, bytes: 2_000_000_000, created_at: service.time.now }
  const unused = Array.from({ length: 10 }, (_, i) => ({ ...big, digest: `big ${i}`, unused_since: service.time.now }))
  unused[0]!.bytes -= room + Number(used)
  await context.db.insertInto('image').values(unused).execute()
}

/** What the copies of a picture take. */
async function bytesOf({ context, id }: TestWorkspace, digest: string): Promise<number> {
  const image = context.db.selectFrom('image').select('bytes').where('workspace_id', '=', id)
  return (await image.where('digest', '=', digest).executeTakeFirstOrThrow()).bytes
}

test('pictures have so many bytes in a workspace, unused ones included, and nothing is added beyond', async () => {
  const { workspace, add, digests } = await givenColours(service, '#c33')
  await leaveRoom(workspace, 1)
  const refused = await add('#3c3')
  expect([refused.status, refused.body.error.issues]).toEqual([400, [{ path: 'image', message: FULL }]])
  // What is kept already takes nothing.
  expectDone(await add('#c33'))
  expect(await digests()).toHaveLength(1)
  expectDone(await (await givenPictures(service)).add('#3c3'))
  service.later(WEEK_MS + 1)
  await sweepImages({ ...workspace.context }, images, workspace.id)
  expectDone(await add('#3c3'))
})

test('pictures that are added at once do not come to more together', async () => {
  const { workspace, add, digests } = await givenColours(service, '#c33')
  await leaveRoom(workspace, 1.5 * (await bytesOf(workspace, (await digests())[0]!)))
  const answers = await Promise.all(['#3c3', '#33c', '#cc3', '#3cc'].map((colour) => add(colour)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  expect(await digests()).toHaveLength(2)
})

test('a copy of an image that has no room any more fails with the reason, and is not fetched again', async () => {
  const { workspace } = await givenPictures(service)
  await leaveRoom(workspace, 1)
  let asked = 0
  const body = await picture('png')
  const url = host.put('/one-more.png', (_request, response) => {
    asked++
    response.end(body)
  })
  await send(workspace, [item({ imageUrl: url })])
  await copier.copy(workspace)
  expect(await imageOf(workspace)).toMatchObject({ status: 'failed', failure: FULL })
  service.later(WEEK_MS)
  await copier.copy(workspace)
  expect(asked).toBe(1)
})
