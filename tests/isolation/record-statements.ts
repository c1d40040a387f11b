import { appendFileSync } from 'node:fs'
import { observeStatements } from './observe-statements.ts'

/** Preloaded into the processes that tests start: leaves their statements, each once, for the test to judge. */
const file = process.env['STATEMENTS_FILE']!
const recorded = new Set<string>()
observeStatements((statement) => {
  if (recorded.has(statement)) return
  recorded.add(statement)
  appendFileSync(file, `${JSON.stringify(statement)}\n`)
})
