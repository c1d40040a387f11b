import { DefaultQueryExecutor } from 'kysely'

/**
 * Tells of every statement that this process is about to run, on whatever database it opens, until what it returns is
 * called.
 */
export function observeStatements(tell: (statement: string, values: readonly unknown[]) => void): () => void {
  const execute = DefaultQueryExecutor.prototype.executeQuery
  DefaultQueryExecutor.prototype.executeQuery = function (query, ...rest) {
    tell(query.sql, query.parameters)
    return execute.call(this, query, ...rest) as ReturnType<typeof execute<any>>
  }
  return () => void (DefaultQueryExecutor.prototype.executeQuery = execute)
}
