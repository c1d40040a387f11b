import { z } from 'zod'
import type { ZodType } from 'zod'
import { mapInSlices } from '../../map-in-slices.ts'
import { list } from '../input.ts'

/** The parts of a bulk body: its list, the schema of a row, and the schema of all else, which takes any row. */
export type BulkBody = { field: string; row: ZodType; max: number; around: ZodType }

const bulkBodies = new WeakMap<ZodType, BulkBody>()

/**
 * The schema of a body with one list of 1 to `max` rows, called `field`. `bodyWith` gets the schema of the list. The rows of
 * such a body are validated in slices: the largest takes 0.1 s.
 */
export function bulkBody<Row extends ZodType, Body extends ZodType>(
  { field, row, max }: { field: string; row: Row; max: number },
  bodyWith: (rows: ReturnType<typeof list<Row>>) => Body,
): Body {
  const body = bodyWith(list(row, { min: 1, max }))
  const anyRow = z.unknown() as unknown as Row
  bulkBodies.set(body, { field, row, max, around: bodyWith(list(anyRow, { min: 1, max })) })
  return body
}

/** The parts of a schema that `bulkBody` made. */
export function bulkBodyOf(schema: ZodType): BulkBody | undefined {
  return bulkBodies.get(schema)
}

/** Validates a bulk body in slices. The issues and their order are those of the whole schema. */
export async function validateInSlices(
  { field, row, max, around }: BulkBody,
  input: unknown,
): Promise<{ value: unknown } | { issues: z.core.$ZodIssue[] }> {
  const rows = (input as Record<string, unknown> | null | undefined)?.[field]
  if (!Array.isArray(rows) || rows.length > max) return resultOf(around.safeParse(input), [])
  const results = await mapInSlices(rows, (entry) => row.safeParse(entry))
  const issues = results.flatMap(({ error }, position) =>
    (error?.issues ?? []).map((issue) => ({ ...issue, path: [field, position, ...issue.path] })),
  )
  const valid = results.map(({ success, data }, position) => (success ? data : rows[position]))
  return resultOf(around.safeParse({ ...(input as object), [field]: valid }), issues)
}

function resultOf({ data, error }: z.ZodSafeParseResult<unknown>, issues: z.core.$ZodIssue[]) {
  const all = [...issues, ...(error?.issues ?? [])]
  return all.length === 0 ? { value: data } : { issues: all }
}
