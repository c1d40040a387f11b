/** Units that English counts with a plural. Abbreviations (kg), other languages and unknown words stay as they are. */
const COUNTED = new Set(
  (
    'bag bale barrel batch block bottle box bucket bunch bundle can carton cartridge case coil container crate cylinder ' +
    'drum gram item jar keg kilogram kilometre kit length litre liter metre meter millilitre pack package packet pail ' +
    'pair pallet piece pot pouch punnet ream reel roll sachet sack set sheet sleeve slice spool stick strip tablet tin ' +
    'ton tonne tray tub tube unit yard'
  ).split(' '),
)

/** And what may stand between units. */
const OTHER_UNITS = new Set('each ea pc pcs pce dozen doz pk pkt cs ctn bx g kg ml cl l m cm mm of x per'.split(' '))

/** Whether a text is a unit that goods are sold by: "each", "Bottles", "case of 6", "6 x 330 ml". */
export function isUnit(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  // A letter may be a size, or a mark.
  return words.join('').length > 1 && words.every(isUnitWord)
}

function isUnitWord(word: string): boolean {
  if (OTHER_UNITS.has(word)) return true
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((one) => COUNTED.has(one))
}

/** A quantity with its unit, as people write it: "12", "1 bottle", "12 bottles", "2 kg", "2 × case of 6". */
export function quantityInUnits(qty: number, unitLabel: string): string {
  const count = qty.toLocaleString('en')
  const unit = unitLabel.trim()
  if (unit === '' || /^(each|ea)$/i.test(unit)) return count
  // "12 case of 6" could be 12 of anything.
  if (/[\s\d]/.test(unit)) return `${count} × ${unit}`
  return `${count} ${qty !== 1 && COUNTED.has(unit.toLowerCase()) ? plural(unit) : unit}`
}

function plural(word: string): string {
  const ending = /(x|ch|sh|s)$/i.test(word) ? 'es' : 's'
  return word + (word === word.toUpperCase() ? ending.toUpperCase() : ending)
}
