import type { OpenAPIV3_1 } from 'openapi-types'

type Document = OpenAPIV3_1.Document

/**
 * The library lists every named schema of the process, each as input and as output. Only those stay that a route
 * reaches. A schema that is used as input only loses the ending of its name.
 */
export function tidySchemas(document: Document): Document {
  const { schemas: all = {}, ...otherComponents } = document.components ?? {}
  const roots = { ...document, components: otherComponents }
  const names = reachable(roots, all)
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  let text = JSON.stringify({ ...roots, components: { ...otherComponents, schemas } })
  for (const name of names) {
    const plain = name.replace(/Input$/, '')
    if (names.has(plain)) continue
    text = text.replaceAll(refTo(name), refTo(plain)).replace(`"${name}":`, `"${plain}":`)
  }
  return JSON.parse(text) as Document
}

/** The names of the schemas that something refers to, directly or through other schemas. */
function reachable(from: object, schemas: Record<string, object>): Set<string> {
  const found = new Set<string>()
  const follow = (part: object) => {
    const text = JSON.stringify(part)
    for (const [name, schema] of Object.entries(schemas)) {
      if (found.has(name) || !text.includes(refTo(name))) continue
      found.add(name)
      follow(schema)
    }
  }
  follow(from)
  return found
}

function refTo(schema: string): string {
  return `"#/components/schemas/${schema}"`
}
