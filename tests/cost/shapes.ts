/** JSON values of about so many bytes, each of a shape that is expensive for some reader of JSON. */
export const SHAPES: Record<string, (bytes: number) => string> = {
  'one huge string': (bytes) => `"${'x'.repeat(bytes)}"`,
  'a string of escapes': (bytes) => `"${'\\u00e9'.repeat(bytes / 6)}"`,
  'a string of four-byte characters': (bytes) => `"${'\u{1f600}'.repeat(bytes / 4)}"`,
  'tiny objects': (bytes) => `[${repeated('{}', bytes)}]`,
  'tiny lists': (bytes) => `[${repeated('[]', bytes)}]`,
  'tiny strings': (bytes) => `[${repeated('""', bytes)}]`,
  'tiny numbers': (bytes) => `[${repeated('0', bytes)}]`,
  'long numbers': (bytes) => `[${repeated('1e-300', bytes)}]`,
  'one name again and again': (bytes) => `{${repeated('"x":{}', bytes)}}`,
  'many names': (bytes) => `{${Array.from({ length: bytes / 14 }, (_, i) => `"k${i}":0`).join()}}`,
  'lists in lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'nothing but space': (bytes) => `${' '.repeat(bytes)}0`,
}

function repeated(value: string, bytes: number): string {
  return `${`${value},`.repeat(bytes / (value.length + 1))}${value}`
}
