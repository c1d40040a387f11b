import { parseSync } from 'libpg-query'
import type { CommonTableExpr, DeleteStmt, InsertStmt, Node, SelectStmt, UpdateStmt, WithClause } from 'libpg-query'
import { Scope } from './scope.ts'
import type { Comparisons, Relation, WorkspaceColumns } from './scope.ts'

/** Statements that neither read nor write rows. */
const WITHOUT_ROWS = new Set([
  'TransactionStmt',
  'VariableSetStmt',
  'VariableShowStmt',
  'VacuumStmt',
  'CheckPointStmt',
  'LockStmt',
  'CreateSchemaStmt',
  'AlterObjectSchemaStmt',
  'DropStmt',
  'AlterTableStmt',
  'RenameStmt',
  'CreateFunctionStmt',
  'AlterFunctionStmt',
  'CreateTrigStmt',
  // Of a cursor, whose query was read when it was declared.
  'FetchStmt',
  'ClosePortalStmt',
])

export type Confinement = {
  /** What could reach into another workspace, in words; none where the statement keeps to one. */
  complaints: string[]
  /** The parameters that name the workspace, counted from 1: they must all be the same. */
  parameters: number[]
}

/**
 * Whether a statement keeps to one workspace, by Postgres's own grammar. Each table that it names, wherever it does,
 * has to have its workspace column equal to a parameter, or to that of another relation that keeps to one; what is
 * inserted has to say its workspace, and what is updated has to stay in it. `libpg-query` must have been loaded.
 */
export function confinement(
  statement: string,
  columns: WorkspaceColumns,
  comparisons: Comparisons = 'any',
): Confinement {
  const reader = new Reader(columns, comparisons)
  for (const { stmt } of parseSync(statement).stmts ?? []) reader.read(stmt!, null, new Set())
  return { complaints: reader.complaints, parameters: [...reader.parameters] }
}

class Reader {
  readonly complaints: string[] = []
  readonly parameters = new Set<number>()
  readonly comparisons: Comparisons
  readonly #columns: WorkspaceColumns

  constructor(columns: WorkspaceColumns, comparisons: Comparisons) {
    this.#columns = columns
    this.comparisons = comparisons
  }

  read(statement: Node, outer: Scope | null, ctes: ReadonlySet<string>): void {
    if ('SelectStmt' in statement) this.#select(statement.SelectStmt, outer, ctes)
    else if ('InsertStmt' in statement) this.#insert(statement.InsertStmt, outer, ctes)
    else if ('UpdateStmt' in statement) this.#change(statement.UpdateStmt, outer, ctes)
    else if ('DeleteStmt' in statement) this.#change(statement.DeleteStmt, outer, ctes)
    else if (!WITHOUT_ROWS.has(kindOf(statement))) this.complaints.push(`a ${kindOf(statement)} is not understood`)
  }

  /** Reads a query, and returns the scopes of its parts: one, or those of a union. */
  #select(select: SelectStmt, outer: Scope | null, around: ReadonlySet<string>): [SelectStmt, Scope][] {
    const { withClause, fromClause, larg, rarg, ...rest } = select
    const ctes = this.#with(withClause, outer, around)
    if (larg && rarg) return [larg, rarg].flatMap((part) => this.#select(part, outer, ctes))
    const scope = this.#from(fromClause, rest.whereClause, new Scope(outer, ctes, this))
    this.#nested(rest, scope)
    return [[select, scope]]
  }

  #change(
    { relation, withClause, whereClause, ...rest }: UpdateStmt & DeleteStmt,
    outer: Scope | null,
    around: ReadonlySet<string>,
  ): void {
    const ctes = this.#with(withClause, outer, around)
    const { fromClause = [], usingClause = [], ...others } = rest
    const scope = new Scope(outer, ctes, this)
    this.#from([{ RangeVar: relation! }, ...fromClause, ...usingClause], whereClause, scope)
    this.#nested({ whereClause, others }, scope)
    const [changed] = scope.relations
    const moved = (others.targetList ?? []).some(
      (target) => 'ResTarget' in target && target.ResTarget.name === changed!.column,
    )
    if (moved) this.complaints.push(`"${changed!.table}" gets another workspace`)
  }

  #insert(
    { relation, cols, selectStmt, withClause, onConflictClause, ...rest }: InsertStmt,
    outer: Scope | null,
    around: ReadonlySet<string>,
  ): void {
    const ctes = this.#with(withClause, outer, around)
    const table = relation!.relname!
    const column = this.#columns.get(table)
    const position = (cols ?? []).findIndex((target) => 'ResTarget' in target && target.ResTarget.name === column)
    const parts = selectStmt && 'SelectStmt' in selectStmt ? this.#select(selectStmt.SelectStmt, outer, ctes) : []
    const says = parts.every(([part, scope]) => written(part, position).every((value) => scope.isWorkspace(value)))
    if (column !== undefined && (position === -1 || parts.length === 0 || !says)) {
      this.complaints.push(`what is inserted into "${table}" does not say its ${column}`)
    }
    const found = onConflictClause?.infer?.indexElems?.some(
      (element) => 'IndexElem' in element && element.IndexElem.name === column,
    )
    if (column !== undefined && onConflictClause?.action === 'ONCONFLICT_UPDATE' && !found) {
      this.complaints.push(`a conflict in "${table}" is not of one ${column}`)
    }
    const scope = new Scope(outer, ctes, this)
    scope.relations.push({ name: relation!.alias?.aliasname ?? table, table, column: column ?? null, confined: true })
    this.#nested({ onConflictClause, rest }, scope)
  }

  /** The names that a statement can read from by its `with`. */
  #with(clause: WithClause | undefined, outer: Scope | null, around: ReadonlySet<string>): ReadonlySet<string> {
    const known = new Set(around)
    for (const node of clause?.ctes ?? []) {
      const { ctename, ctequery } = (node as { CommonTableExpr: CommonTableExpr }).CommonTableExpr
      if (clause!.recursive) known.add(ctename!)
      this.read(ctequery!, outer, new Set(known))
      known.add(ctename!)
    }
    return known
  }

  #from(items: Node[] | undefined, where: Node | undefined, scope: Scope): Scope {
    const relations = (items ?? []).flatMap((item) => this.#relations(item, scope))
    scope.relations.push(...relations)
    scope.require(where, relations)
    for (const { name, table, column } of scope.confine()) {
      this.complaints.push(`"${table}"${name === table ? '' : `, as ${name},`} is read whatever its ${column}`)
    }
    for (const item of items ?? []) this.#nested(item, scope)
    return scope
  }

  #relations(item: Node, scope: Scope): Relation[] {
    if ('RangeVar' in item) {
      const { relname, schemaname, alias } = item.RangeVar
      const isCte = schemaname === undefined && scope.ctes.has(relname!)
      const column = isCte ? null : (this.#columns.get(relname!) ?? null)
      return [{ name: alias?.aliasname ?? relname!, table: relname!, column, confined: column === null }]
    }
    if ('JoinExpr' in item) {
      const { jointype, larg, rarg, quals } = item.JoinExpr
      const [left, right] = [this.#relations(larg!, scope), this.#relations(rarg!, scope)]
      // Of an outer join, the rows of the kept side stay whatever the condition.
      if (jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT') scope.require(quals, right)
      if (jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT') scope.require(quals, left)
      return [...left, ...right]
    }
    const made =
      'RangeSubselect' in item ? item.RangeSubselect : 'RangeFunction' in item ? item.RangeFunction : undefined
    if (!made) this.complaints.push(`a ${kindOf(item)} is not understood`)
    const name = made?.alias?.aliasname ?? ''
    return [{ name, table: name, column: null, confined: true }]
  }

  /** Reads the queries inside expressions, joins and subqueries: what is around them is in their scope. */
  #nested(part: unknown, scope: Scope): void {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (key === 'SelectStmt') this.#select(value as SelectStmt, scope, scope.ctes)
      else this.#nested(value, scope)
    }
  }
}

/** The values that a query gives a column, row by row. */
function written({ valuesLists, targetList }: SelectStmt, position: number): (Node | undefined)[] {
  if (valuesLists) return valuesLists.map((row) => ('List' in row ? row.List.items?.[position] : undefined))
  const target = targetList?.[position]
  return [target && 'ResTarget' in target ? target.ResTarget.val : undefined]
}

function kindOf(node: Node): string {
  return Object.keys(node)[0]!
}
