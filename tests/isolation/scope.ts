import type { Node, SelectStmt } from 'libpg-query'

/** The column of each table that says whose workspace a row is in. */
export type WorkspaceColumns = ReadonlyMap<string, string>

/** What a part of a statement reads from. A CTE, a subquery or a function has no `column`: it is judged by itself. */
export type Relation = { name: string; table: string; column: string | null; confined: boolean }

/** Something that must be true, and the relations of which it leaves out the rows for which it is not. */
type Condition = { expression: Node; binds: readonly Relation[] }

/**
 * What confines a relation to a workspace. `strict` is what a cluster finds its node by: a plain comparison with a
 * parameter, or with the workspace column of another table.
 */
export type Comparisons = 'any' | 'strict'

/** The relations of one `from`, with what is required of them, inside those of the statements around it. */
export class Scope {
  readonly outer: Scope | null
  readonly ctes: ReadonlySet<string>
  readonly relations: Relation[] = []
  readonly #conditions: Condition[] = []
  /** Numbers of the parameters that a workspace column is compared with. */
  readonly #parameters: Set<number>
  readonly #comparisons: Comparisons

  constructor(
    outer: Scope | null,
    ctes: ReadonlySet<string>,
    { parameters, comparisons }: { parameters: Set<number>; comparisons: Comparisons },
  ) {
    this.outer = outer
    this.ctes = ctes
    this.#parameters = parameters
    this.#comparisons = comparisons
  }

  /** Requires each term of the expression of the relations. */
  require(expression: Node | undefined, binds: readonly Relation[]): void {
    for (const term of terms(expression, this.#comparisons)) this.#conditions.push({ expression: term, binds })
  }

  /** Marks the relations that what is required leaves in one workspace, and returns the others. */
  confine(): Relation[] {
    const confines = ({ expression, binds }: Condition) =>
      binds.filter((relation) => !relation.confined && this.#confines(expression, relation))
    for (let found; (found = this.#conditions.flatMap(confines)).length > 0;) {
      for (const relation of found) relation.confined = true
    }
    return this.relations.filter(({ confined }) => !confined)
  }

  /** Whether a value can only be the id of the workspace: a parameter, or what a confined relation says. */
  isWorkspace(value: Node | undefined): boolean {
    if (value === undefined) return false
    if ('TypeCast' in value) return this.isWorkspace(value.TypeCast.arg)
    if ('A_Const' in value) return value.A_Const.sval !== undefined
    if ('ParamRef' in value) {
      this.#parameters.add(value.ParamRef.number!)
      return true
    }
    const relation = this.#relationOf(value)
    return relation !== undefined && relation.confined
  }

  #confines(expression: Node, relation: Relation): boolean {
    const isStrict = this.#comparisons === 'strict'
    const names = (value: Node | undefined) =>
      this.isWorkspace(value) && !(isStrict && value && this.#relationOf(value)?.column === null)
    const isColumn = (value: Node | undefined) => value !== undefined && this.#relationOf(value) === relation
    if ('A_Expr' in expression) {
      const { kind, name, lexpr, rexpr } = expression.A_Expr
      if (kind !== 'AEXPR_OP' || nameIn(name) !== '=') return false
      if (relation.table === 'workspace_address' && [lexpr, rexpr].some((value) => isSlug(value, relation))) return true
      return (isColumn(lexpr) && names(rexpr)) || (isColumn(rexpr) && names(lexpr))
    }
    if (isStrict || !('SubLink' in expression)) return false
    // `(workspace_id, id) in (select workspace_id, id …)`: the other query is judged by itself.
    const { subLinkType, testexpr, operName, subselect } = expression.SubLink
    if (subLinkType !== 'ANY_SUBLINK' || operName || !testexpr || !('RowExpr' in testexpr)) return false
    const position = testexpr.RowExpr.args!.findIndex(isColumn)
    const target = (subselect as { SelectStmt: SelectStmt }).SelectStmt.targetList?.[position]
    return target !== undefined && 'ResTarget' in target && columnOf(target.ResTarget.val)?.at(-1) === 'workspace_id'
  }

  /** The relation of which the value is the workspace column. */
  #relationOf(value: Node): Relation | undefined {
    const path = columnOf(value)
    if (path === null) return undefined
    const column = path.at(-1)!
    const meant = this.relations.filter(({ name }) => path.length === 1 || name === path.at(-2))
    const found = meant.filter((relation) => column === (relation.column ?? 'workspace_id'))
    const own = found.filter((relation) => relation.column !== null)
    // Unqualified, it is the table's, as no other relation beside it can have one; of two, the database complains.
    if (found.length > 0) return own.length > 1 ? undefined : (own[0] ?? found[0])
    if (this.outer === null || (path.length > 1 && meant.length > 0)) return undefined
    return this.outer.#relationOf(value)
  }
}

/** What must all be true for the expression to be. */
function terms(expression: Node | undefined, comparisons: Comparisons): Node[] {
  if (expression === undefined) return []
  if ('BoolExpr' in expression && expression.BoolExpr.boolop === 'AND_EXPR')
    return expression.BoolExpr.args!.flatMap((term) => terms(term, comparisons))
  const isTrue = 'BooleanTest' in expression && expression.BooleanTest.booltesttype === 'IS_TRUE'
  if (isTrue && comparisons === 'any') return terms(expression.BooleanTest.arg, comparisons)
  return [expression]
}

/** The parts of a column's name; null for what is no column. */
function columnOf(value: Node | undefined): string[] | null {
  if (value === undefined || !('ColumnRef' in value)) return null
  const parts = value.ColumnRef.fields!.map((field) => ('String' in field ? field.String.sval! : null))
  return parts.includes(null) ? null : (parts as string[])
}

/** An address names one workspace: that of a path. */
function isSlug(value: Node | undefined, { name }: Relation): boolean {
  const path = columnOf(value)
  return path?.at(-1) === 'slug' && (path.length === 1 || path.at(-2) === name)
}

function nameIn(name: Node[] | undefined): string | undefined {
  const [only] = name ?? []
  return only && 'String' in only ? only.String.sval : undefined
}
