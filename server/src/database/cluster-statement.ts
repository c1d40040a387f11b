import { SESSION_HISTORY } from './session-settings.ts'

/** A workspace that no index may be used for, as `(workspace_id = $1) is true`: Postgres then takes the index of words. */
const WITHOUT_INDEX = /\(((?:\w+\.)?workspace_id = \$\d+)\) is true/g

/**
 * A statement as a Citus cluster takes it. It finds the node of a statement by plain comparisons of the workspace only.
 * Its nodes know no settings of the session, so the history of the database is written into the statement.
 */
export function clusterStatement(statement: string, history: string): string {
  return statement.replaceAll(WITHOUT_INDEX, '$1').replaceAll(SESSION_HISTORY, `'${history}'`)
}
