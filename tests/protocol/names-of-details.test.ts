import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { useService } from '../given/service.ts'
import { done, find, item, read, send } from '../given/given.ts'
import { importingStaff } from '../given/import.ts'

const service = useService()

/** Every object has these from the start. */
const INHERITED = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'isPrototypeOf',
]

const name = fc.oneof(
  fc.constantFrom(...INHERITED),
  fc.string({ unit: fc.constantFrom('x', 'é', '_', '.', '$', '[', '"', ' ', '0', 'X') }).map((end) => `x${end}x`),
)
const details = fc
  .uniqueArray(fc.tuple(name, fc.constantFrom('Azure', '12', 'yes', '__proto__')), {
    selector: ([of]) => of,
    maxLength: 8,
  })
  .map((entries) => Object.fromEntries(entries))

/** An object inherits what it does not have itself. */
const own = (object: object) => Object.entries(object).toSorted()

test('a detail of any name is stored, read, exported, imported, edited and told as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(details, { minLength: 1, maxLength: 3 }), async (all) => {
      const { workspace, staff } = await importingStaff(service)
      // One has none: what others have is not its own.
      const sent = [...all, {}].map((one, i) => item({ sku: `S-${i}`, details: one }))
      await send(workspace, sent)
      const expectDetails = async (of: typeof workspace) => {
        for (const [i, one] of [...all, {}].entries()) expect(own((await read(of, `S-${i}`)).details)).toEqual(own(one))
      }
      await expectDetails(workspace)

      for (const format of ['csv', 'xlsx']) {
        const other = await importingStaff(service)
        const file = await fetch(`${service.url}/app-api/console/${staff.slug}/products/export?format=${format}`, {
          headers: { cookie: `session=${staff.token}` },
        })
        const { id } = await other.upload(`products.${format}`, Buffer.from(await file.arrayBuffer()))
        await other.act(id, 'check')
        expect(await other.act(id, 'start')).toMatchObject({
          status: 'done',
          counts: { created: sent.length, rejected: 0 },
        })
        await expectDetails(other.workspace)
      }

      const { id } = await find(workspace, 'S-0')
      const edited = Object.fromEntries(INHERITED.map((of) => [of, 'edited']))
      const { version } = await done(staff.get(`/products/${id}`))
      await done(staff.patch(`/products/${id}`, { version, details: edited }))
      expect(own((await read(workspace, 'S-0')).details)).toEqual(own(edited))
      const { changes } = (await staff.get('/activity')).body.data[0]
      const told = INHERITED.map((of) => [
        `details.${of}`,
        { from: Object.hasOwn(all[0]!, of) ? all[0]![of] : null, to: 'edited' },
      ])
      expect(changes).toMatchObject(Object.fromEntries(told))
    }),
    { numRuns: byDepth({ quick: 3, deep: 50 }) },
  )
})
