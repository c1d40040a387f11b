/**
 * A workspace that no index may be used for, as `(workspace_id = $1) is true`: Postgres then takes the index or the
 * ctids of another condition. Without statistics it would read all rows of the workspace instead.
 */
const WITHOUT_INDEX = /\(((?:\w+\.)?workspace_id = \$\d+)\) is true/g

/**
 * The statement for a Citus cluster. It finds the node of a statement by plain comparisons of the workspace only, and
 * takes no ctid elsewhere. The plans of its nodes rest on statistics.
 */
export function withPlainWorkspace(statement: string): string {
  return statement.replaceAll(WITHOUT_INDEX, '$1')
}
