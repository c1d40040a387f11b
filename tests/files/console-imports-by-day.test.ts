import { expect, onTestFinished, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done } from '../given/given.ts'
import { importingStaff } from '../given/import.ts'

const service = useService()

test('the rows that were imported are counted by the day of the workspace', async () => {
  const { now } = service.time
  onTestFinished(() => void (service.time.now = now))
  // In summer, the day begins at 23:00 UTC in London.
  service.time.now = new Date('2026-07-01T22:59:00Z')
  const { staff, upload, act } = await importingStaff(service)
  const imported = async (skus: string[]) => {
    const { id } = await upload('new.csv', ['SKU,Name,Unit', ...skus.map((sku) => `${sku},Plate,each`)].join('\n'))
    await act(id, 'check')
    await act(id, 'start')
    return id as string
  }
  await imported(['A', 'B'])
  service.time.now = new Date('2026-07-01T23:01:00Z')
  await imported(['C', ''])
  const undone = await imported(['D', 'E', 'F'])
  await act(undone, 'undo')

  const days = await done(staff.get('/imports/by-day'))
  expect([days.length, days[0].day]).toEqual([31, '2026-06-02'])
  expect(days.slice(-3)).toEqual([
    { day: '2026-06-30', files: 0, written: 0, rejected: 0 },
    { day: '2026-07-01', files: 1, written: 2, rejected: 0 },
    { day: '2026-07-02', files: 2, written: 1, rejected: 1 },
  ])
})
