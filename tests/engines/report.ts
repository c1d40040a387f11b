import { findPostgres } from './find-postgres.ts'

/** Says, once the tests have run, on which engines they did. */
export default function report() {
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
