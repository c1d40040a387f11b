import { parseSync } from 'libpg-query'
import type {
  A_Expr,
  CommonTableExpr,
  DeleteStmt,
  FuncCall,
  InsertStmt,
  Node,
  RangeVar,
  TypeCast,
  UpdateStmt,
} from 'libpg-query'
import { confinement } from './confinement.ts'
import type { WorkspaceColumns } from './scope.ts'

/** Tables of which a cluster has a copy on every node. */
const REFERENCE = new Set(['person', 'workspace_address', 'schema_identity'])
/** Tables that Citus does not know: only the coordinator has them, and they refer to none that it knows. */
const UNKNOWN = new Set(['mail', 'attempt_window', 'set_up_code', 'schema_migration'])
const WITHOUT_ROWS = ['LockStmt', 'VacuumStmt']
/** They are not immutable: how a value is written depends on its type. */
const BUILDING_JSON = new Set([
  'json_build_object',
  'jsonb_build_object',
  'json_build_array',
  'jsonb_build_array',
  'to_json',
  'to_jsonb',
  'row_to_json',
])
const VOLATILE = new Set(['gen_random_uuid', 'random', 'clock_timestamp', 'nextval'])

/** Parts of a statement in which something is refused. */
const PLACES: Record<string, Place> = {
  CommonTableExpr: 'cte',
  UpdateStmt: 'change',
  DeleteStmt: 'change',
  onConflictClause: 'change',
  valuesLists: 'values',
  returningClause: 'returning',
}
type Place = 'cte' | 'change' | 'values' | 'returning' | null

/**
 * Why a Citus cluster would refuse a statement that it is sent, or answer something else, in words; none where it takes
 * it. A statement that goes `overAll` workspaces need not name one. `libpg-query` must have been loaded.
 */
export function clusterRefusals(statement: string, columns: WorkspaceColumns, { overAll = false } = {}): string[] {
  const distributed = new Map([...columns].filter(([table]) => !REFERENCE.has(table)))
  const reader = new Reader()
  for (const { stmt } of parseSync(statement).stmts ?? []) {
    if (!WITHOUT_ROWS.some((kind) => kind in stmt!)) reader.read(stmt, null)
  }
  const tables = [...reader.tables].filter((table) => !reader.ctes.has(table))
  if (tables.every((table) => UNKNOWN.has(table))) return []
  const isDistributed = tables.some((table) => distributed.has(table))
  const local = tables.filter((table) => !distributed.has(table) && !REFERENCE.has(table))
  return [
    ...reader.found,
    ...(overAll && reader.namesRows ? ['row_to_json, which loses the names of columns'] : []),
    ...(isDistributed ? local.map((table) => `"${table}" beside tables of workspaces`) : []),
    ...(local.length < tables.length ? local.filter((table) => reader.changedInCtes.has(table)) : []).map(
      (table) => `"${table}" changed within a CTE, beside a table that the nodes have`,
    ),
    ...(isDistributed && !overAll ? confinement(statement, distributed, 'strict').complaints : []),
  ]
}

class Reader {
  readonly found: string[] = []
  readonly tables = new Set<string>()
  readonly ctes = new Set<string>()
  readonly changedInCtes = new Set<string>()
  namesRows = false

  read(part: unknown, place: Place): void {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) this.#readPart(key, value, place)
  }

  #readPart(key: string, value: unknown, place: Place): void {
    // `for update of` names relations by their alias.
    if (key === 'lockedRels') return
    if (key === 'CommonTableExpr') this.ctes.add((value as CommonTableExpr).ctename!)
    if (key === 'RangeVar' || key === 'relation') this.#table(value as RangeVar)
    if (place === 'cte' && key === 'InsertStmt') this.found.push('an insert within a CTE')
    if (place === 'cte' && (key === 'UpdateStmt' || key === 'DeleteStmt')) {
      this.changedInCtes.add((value as UpdateStmt & DeleteStmt).relation!.relname!)
    }
    if (key === 'InsertStmt') this.#insert(value as InsertStmt)
    if (place === 'values' && key === 'SubLink') this.found.push('a subquery within the values of an insert')
    if (place === 'change' && key === 'A_Expr') this.#sum(value as A_Expr)
    if (place === 'returning' && key === 'TypeCast') this.#cast(value as TypeCast)
    if (key === 'FuncCall') this.#call(value as FuncCall, place)
    this.read(value, PLACES[key] ?? (place === 'cte' && key === 'SelectStmt' ? null : place))
  }

  #table({ relname, schemaname }: RangeVar): void {
    if (relname && !relname.startsWith('pg_') && schemaname !== 'information_schema') this.tables.add(relname)
  }

  /** Rows that are read from no table go over the coordinator, which sends the node no parameters beside them. */
  #insert({ selectStmt, onConflictClause }: InsertStmt): void {
    const isSelect = selectStmt && 'SelectStmt' in selectStmt && !selectStmt.SelectStmt.valuesLists
    if (isSelect && !has(selectStmt, 'RangeVar') && has(onConflictClause, 'ParamRef')) {
      this.found.push('a parameter in the conflict of an insert whose rows are from no table')
    }
  }

  #call({ funcname }: FuncCall, place: Place): void {
    const name = lastOf(funcname)
    if (name === 'row_to_json') this.namesRows = true
    if (place === 'returning' && BUILDING_JSON.has(name)) this.found.push(`the stable ${name} of what is returned`)
    if (place === 'change' && VOLATILE.has(name)) this.found.push(`the volatile ${name} within a change`)
  }

  /** What is added to a time with a zone depends on the zone of the session, so it is no immutable function. */
  #sum({ lexpr, rexpr }: A_Expr): void {
    const isInterval = rexpr && 'TypeCast' in rexpr && lastOf(rexpr.TypeCast.typeName?.names) === 'interval'
    const isUtc = lexpr && 'FuncCall' in lexpr && lastOf(lexpr.FuncCall.funcname) === 'timezone'
    if (isInterval && !isUtc) this.found.push('an interval added to a column within a change')
  }

  #cast({ typeName, arg }: TypeCast): void {
    if (lastOf(typeName?.names) === 'text' && arg && 'ColumnRef' in arg)
      this.found.push('a text made of a returned column')
  }
}

function has(part: unknown, kind: string): boolean {
  return JSON.stringify(part ?? null).includes(`"${kind}":`)
}

function lastOf(names: Node[] | undefined): string {
  const last = names?.at(-1)
  return last && 'String' in last ? last.String.sval! : ''
}
