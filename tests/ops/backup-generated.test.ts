import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restoreBackup } from '../../server/src/ops/backup/restore-backup.ts'
import { bodies } from '../given/every-read.ts'
import { changesOfSample } from '../given/changes-of-sample.ts'
import { useBackedUpSample } from '../given/use-backed-up-sample.ts'

const RUNS = 2
const sample = useBackedUpSample()
const changes = changesOfSample(sample.service, () => sample.key)

test('whatever has changed since, a restored backup answers every read as before, under tags that were never given', async () => {
  const step = fc.record({ name: fc.constantFrom(...Object.keys(changes)), n: fc.nat(200) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      for (const { name, n } of steps) await changes[name as keyof typeof changes](n)
      const changed = await sample.readAll()
      await restoreBackup(sample.service.context, { file: sample.backup, replace: true })
      const restored = await sample.readAll()
      expect(bodies(restored)).toEqual(bodies(sample.before))
      for (const [path, { tag }] of restored) {
        expect([sample.before.get(path)?.tag, changed.get(path)?.tag]).not.toContain(tag)
      }
    }),
    { numRuns: RUNS },
  )
})
