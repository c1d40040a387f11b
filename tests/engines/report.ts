import type { TestProject } from 'vitest/node'
import { findPostgres } from './find-postgres.ts'

/** Says from which seed the tests generate, and, once they have run, on which engines they did. */
export default function report(project: TestProject) {
  const { seed, deep } = project.config.provide
  if (deep) console.log(`What is generated follows from a seed: TEST_SEED=${seed} brings it back.`)
  return () => {
    const postgres = findPostgres()
    if (!postgres) {
      console.log('\nRan on the embedded database only: set TEST_DATABASE_URL, or install Postgres, to run on it too.')
    } else {
      const where =
        'url' in postgres ? 'the Postgres of TEST_DATABASE_URL' : `a Postgres started from ${postgres.programs}`
      console.log(`\nRan on the embedded database and on ${where}.`)
    }
  }
}
