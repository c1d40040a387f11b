/** How many characters to insert, leave out or replace (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, character] of [...a].entries()) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      row.push(Math.min(above[j + 1]! + 1, row[j]! + 1, above[j]! + (b[j] === character ? 0 : 1)))
    }
    above = row
  }
  return above[b.length]!
}
