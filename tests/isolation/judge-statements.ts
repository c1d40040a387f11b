import { afterAll, afterEach } from 'vitest'
import { judge, takeComplaints } from './judge.ts'
import { takeRecorded } from './recorded-processes.ts'

// Every statement that a test runs, here or in a process that it starts, has to keep to one workspace, in a form that a
// cluster takes.
afterEach(failOnComplaints)
afterAll(failOnComplaints)

function failOnComplaints(): void {
  for (const statement of takeRecorded()) judge(statement)
  const complaints = takeComplaints()
  if (complaints.length > 0)
    throw new Error(`A statement does not keep to one workspace, or a cluster refuses it.\n${complaints.join('\n')}`)
}
