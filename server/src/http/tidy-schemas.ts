import type { OpenAPIV3_1 } from 'openapi-types'

type Document = OpenAPIV3_1.Document

/**
 * The library writes each named schema twice, as input and as output. Unused schemas are removed. A schema that is used
 * as input only loses the ending of its name.
 */
export function tidySchemas(document: Document): Document {
  const schemas = document.components?.schemas ?? {}
  for (;;) {
    const text = JSON.stringify(document)
    const unused = Object.keys(schemas).filter((name) => !text.includes(refTo(name)))
    if (unused.length === 0) break
    for (const name of unused) delete schemas[name]
  }
  let text = JSON.stringify(document)
  for (const name of Object.keys(schemas)) {
    const plain = name.replace(/Input$/, '')
    if (plain in schemas) continue
    text = text.replaceAll(refTo(name), refTo(plain)).replace(`"${name}":`, `"${plain}":`)
  }
  return JSON.parse(text) as Document
}

function refTo(schema: string): string {
  return `"#/components/schemas/${schema}"`
}
