/** A size of a query. `numbers`: `16` and `30` of `16x30`. `pattern` finds it in folded names, however it is written. */
export type Size = { written: string; numbers: string[]; pattern: RegExp }

const NUMBER = String.raw`[a-z]?\d+(?:[.,]\d+)?`
const UNIT = String.raw`(?:mm|cm|m|in|ft|["″′]+)`
const TIMES = String.raw`\s*${UNIT}?\s*[x×*]\s*`
/** No number goes on before or behind. */
const [BEFORE, BEHIND] = [String.raw`(?<![\p{L}\p{N}]|\d[.,])`, String.raw`(?![.,]?\d)`]

const DIMENSIONS = new RegExp(
  String.raw`${BEFORE}(${NUMBER}(?:${TIMES}${NUMBER})+)${BEHIND}(?:\s*${UNIT}(?![\p{L}\p{N}]))?`,
  'u',
)
const AMOUNT = new RegExp(
  String.raw`${BEFORE}(\d+(?:[.,]\d+)?)\s*(mm|cm|m|km|ml|cl|dl|l|mg|g|kg|oz|lb|in|ft|w|kw|v|a)(?![\p{L}\p{N}])`,
  'u',
)

/** The first size in a folded text: dimensions, such as `16x30` and `m8 x 40`, or a number with its unit: `500 ml`. */
export function sizeIn(folded: string): Size | undefined {
  const [withUnit, dimensions] = DIMENSIONS.exec(folded) ?? []
  if (withUnit !== undefined) {
    const numbers = dimensions!.split(/[x×*]/).map((part) => new RegExp(NUMBER).exec(part)![0])
    return { written: withUnit, numbers, pattern: patternOf(numbers.map(escaped).join(TIMES), BEHIND) }
  }
  const [written, number, unit] = AMOUNT.exec(folded) ?? []
  if (written === undefined) return undefined
  return {
    written,
    numbers: [number!],
    pattern: patternOf(String.raw`${escaped(number!)}\s*${unit}`, String.raw`(?![\p{L}\p{N}])`),
  }
}

function patternOf(size: string, behind: string): RegExp {
  return new RegExp(`${BEFORE}${size}${behind}`, 'u')
}

/** A comma and a point are the same. */
function escaped(number: string): string {
  return number.replace(/[.,]/, '[.,]')
}
