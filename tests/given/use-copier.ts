import { afterAll, beforeAll } from 'vitest'
import type { Context, ImageLibrary } from '../../server/src/context.ts'
import { imageClient } from '../../server/src/catalogue/images/fetch-image.ts'
import { ImageCopier } from '../../server/src/catalogue/images/image-copier.ts'
import { item, send } from './given.ts'
import type { TestService, TestWorkspace } from './service.ts'
import { letThrough } from './image-host.ts'
import type { ImageHost } from './image-host.ts'
import { useImageFolder } from './use-image-folder.ts'

export type TestCopier = {
  library: ImageLibrary
  /** Where the images are kept. */
  folder: string
  /** Of the service, with the library. */
  context: () => Context
  copier: ImageCopier
  /** Begins to copy what is due in a workspace, unless that has begun. */
  start: (workspace: TestWorkspace) => void
  /** Copies all that is due in a workspace. Throws where the copying itself fails. */
  copy: (workspace: TestWorkspace) => Promise<void>
}

/** Copies images of the service's workspaces from the host, into its own folder. */
export function useCopier(service: TestService, host: ImageHost): TestCopier {
  const { folder, images } = useImageFolder()
  const used = { library: images, folder } as unknown as TestCopier
  let client: ReturnType<typeof imageClient>
  beforeAll(() => {
    client = imageClient(letThrough(host.testHost, async () => ['127.0.0.1']))
    used.context = () => ({ ...service.context, images })
    used.copier = new ImageCopier(used.context(), images, client.fetch)
  })
  used.start = ({ id }) => used.copier.start(id, () => {})
  used.copy = async ({ id }) => {
    const errors: unknown[] = []
    used.copier.start(id, (error) => errors.push(error))
    await used.copier.idle()
    if (errors.length > 0) throw errors[0]
  }
  afterAll(async () => {
    await used.copier.close()
    await client.close()
  })
  return used
}

/** What is known of the image of each product of a workspace, by SKU. */
export async function imagesBySku({ context, id }: TestWorkspace) {
  const rows = await context.db
    .selectFrom('product_image as i')
    .innerJoin('product as p', (join) =>
      join.onRef('p.workspace_id', '=', 'i.workspace_id').onRef('p.id', '=', 'i.product_id'),
    )
    .leftJoin('product_picture as first', (join) =>
      join
        .onRef('first.workspace_id', '=', 'i.workspace_id')
        .onRef('first.product_id', '=', 'i.product_id')
        .on('first.place', '=', 0),
    )
    .select(['p.sku', 'i.status', 'first.digest', 'i.failure', 'i.attempts', 'i.due_at', 'i.source_url'])
    .where('i.workspace_id', '=', id)
    .execute()
  return new Map(rows.map((row) => [row.sku, row]))
}

/** The same of one product. */
export async function imageOf(workspace: TestWorkspace, sku = 'DEN-1042') {
  return (await imagesBySku(workspace)).get(sku)!
}

/** A workspace with a product whose image is to be copied. */
export async function withImage(service: TestService, imageUrl: string): Promise<TestWorkspace> {
  const workspace = await service.workspace()
  await send(workspace, [item({ imageUrl })])
  return workspace
}
