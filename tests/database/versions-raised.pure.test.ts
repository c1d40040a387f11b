import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const UPDATE = /(?:\bupdate (?:customer|customer_code|discount_rule|agreed_price|product_change)|do update set)\b[^`]*/g

/** The statements of the server that change rows with a version. */
function statements(): string[] {
  const files = globSync('server/src/**/*.ts')
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const versioned = /insert into (customer|customer_code|discount_rule|agreed_price|product_change) /.test(source)
    return [...source.matchAll(UPDATE)].flatMap(([statement]) =>
      statement.startsWith('do update') && !versioned ? [] : [`${file}: ${statement}`],
    )
  })
}

test('every statement that changes a record with a version raises it, or an undo would overwrite the change', () => {
  const all = statements()
  expect(all.length).toBeGreaterThanOrEqual(9)
  expect(all.filter((statement) => !/version = [\w.]+ \+ 1/.test(statement))).toEqual([])
})
