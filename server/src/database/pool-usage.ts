import type { Dialect } from 'kysely'

/** The size of the connection pool, connections in use, and callers that wait for one. */
export type PoolUsage = { readonly size: number; inUse: number; waiting: number }

/** Counts the connections in use of a dialect. */
export function countConnections<D extends Dialect>(dialect: D, pool: PoolUsage): D {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      pool.waiting++
      try {
        const connection = await acquire(options)
        pool.inUse++
        return connection
      } finally {
        pool.waiting--
      }
    }
    driver.releaseConnection = (connection, options) => {
      pool.inUse--
      return release(connection, options)
    }
    return driver
  }
  return dialect
}
