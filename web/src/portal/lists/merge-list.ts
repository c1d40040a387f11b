/** What can be changed of a list. */
export type Draft<Line extends DraftLine = DraftLine> = {
  name: string
  shared: boolean
  lines: readonly Line[]
}

export type DraftLine = { productId: string; name: string; qty: number; par: number | null }

/**
 * Puts one's changes of a list on top of those of a colleague. What only one of both has changed is taken from there;
 * what both have changed is as one has it oneself. `told` says what the colleague did, each in a sentence.
 */
export function mergeList<Line extends DraftLine>(
  seen: Draft<Line>,
  mine: Draft<Line>,
  theirs: Draft<Line>,
): { draft: Draft<Line>; told: string[] } {
  const before = byId(seen)
  const own = byId(mine)
  const there = byId(theirs)
  const line = (theirLine: Line): Line[] => {
    const old = before.get(theirLine.productId)
    const ownLine = own.get(theirLine.productId)
    if (!old) return [ownLine ?? theirLine]
    if (!ownLine) return []
    const { qty, par } = ownLine
    return [{ ...theirLine, qty: qty === old.qty ? theirLine.qty : qty, par: par === old.par ? theirLine.par : par }]
  }
  // What the colleague removed goes, unless one has changed or added it oneself.
  const isKept = (one: Line) => {
    const old = before.get(one.productId)
    return !there.has(one.productId) && (!old || !isSame(old, one))
  }
  // New lines come last, unless they were moved.
  const fresh = mine.lines.filter(({ productId }) => !before.has(productId))
  const isMoved = order(mine, own) !== order({ ...seen, lines: [...seen.lines, ...fresh] }, own)
  const merged = [...theirs.lines.flatMap(line), ...mine.lines.filter(isKept)]
  const places = new Map(mine.lines.map(({ productId }, place) => [productId, place]))
  const placeOf = ({ productId }: DraftLine) => places.get(productId) ?? Infinity
  const lines = isMoved ? merged.toSorted((a, b) => placeOf(a) - placeOf(b) || 0) : merged
  return {
    draft: {
      name: mine.name === seen.name ? theirs.name : mine.name,
      shared: mine.shared === seen.shared ? theirs.shared : mine.shared,
      lines,
    },
    told: differences(seen, theirs),
  }
}

/** What was changed, each in a sentence. */
export function differences(before: Draft, after: Draft): string[] {
  const [old, now] = [byId(before), byId(after)]
  const told = after.lines.flatMap((line) => {
    const was = old.get(line.productId)
    if (!was) return [`${line.name} was added.`]
    return [
      ...(was.qty === line.qty ? [] : [`${line.name}: quantity ${was.qty} became ${line.qty}.`]),
      ...(was.par === line.par ? [] : [`${line.name}: par ${was.par ?? 'none'} became ${line.par ?? 'none'}.`]),
    ]
  })
  const gone = before.lines.flatMap(({ productId, name }) => (now.has(productId) ? [] : [`${name} was removed.`]))
  return [
    ...(before.name === after.name ? [] : [`It is called “${after.name}” now.`]),
    ...(before.shared === after.shared ? [] : [after.shared ? 'It is shared now.' : 'It is not shared any more.']),
    ...told,
    ...gone,
    ...(order(before, now) === order(after, old) ? [] : ['The order of the lines is another one.']),
  ]
}

function byId<Line extends DraftLine>({ lines }: Draft<Line>): Map<string, Line> {
  return new Map(lines.map((line) => [line.productId, line]))
}

/** The order of the lines that the other one has, too. */
function order({ lines }: Draft, other: ReadonlyMap<string, DraftLine>): string {
  return lines.flatMap(({ productId }) => (other.has(productId) ? [productId] : [])).join(' ')
}

function isSame(a: DraftLine, b: DraftLine): boolean {
  return a.qty === b.qty && a.par === b.par
}
