import { fold } from '../../lib/matching-key.ts'

/**
 * What names and values say that is not for buyers, in folded words with one space between them: costs and buying
 * prices, margins, suppliers, internal notes. In the languages in which suppliers send price lists.
 */
const PRICE = '(?:price|rate|value|amount|preis|prix|precio|prezzo|preco|prijs|pris|cena|hinta)s?'
const COST =
  `cost(?:s|prices?)?(?! (?:cent(?:re|er)|code)s?\\b)|costing|cogs|coste|costo|custo|cout|couts|koszt|kosten|kost|kostpri[a-z]*|` +
  `ek|ek${PRICE}|einkauf[a-z]*|einstand[a-z]*|wareneinsatz|achat|d ?achat|revient|pa ht|inkoop[a-z]*|inkop[a-z]*|` +
  `indkob[a-z]*|innkjop[a-z]*|osto${PRICE}|zakupu?|compra|acquisto|d ?acquisto|landed|(?:buy|buying|bought|purchas(?:e|ing|ed)) (?:in )?${PRICE}|` +
  `our (?:net )?${PRICE}|${PRICE} in$`
const MARGIN =
  'margins?|marges?|marza|margen|margine|margem|mark ?up|profit|gp|(?:handels)?spanne|aufschlag|rohertrag|deckungsbeitrag'
const SUPPLIER =
  'suppliers?|vendors?|lieferant[a-z]*|fournisseurs?|proveedor(?:es)?|fornitor[ei]|fornecedor(?:es)?|leverancier[a-z]*|' +
  'leverantor[a-z]*|leverandor[a-z]*|dostawc[ay]|toimittaja'
const NOTE =
  '(?:notes?|comments?|remarks?|memos?|info|only|use|code|ref|reference|notiz(?:en)?|bemerkung(?:en)?|kommentar|hinweis|vermerk|' +
  'remarques?|commentaires?|notas?|opmerking(?:en)?|anteckning|notering|uwagi)'
const INTERNAL =
  `(?:internal|internally|intern|interne|interner|internes|interno|interna) ${NOTE}|${NOTE} (?:internal|intern|interne|interno|interna)|` +
  `(?:staff|private) ${NOTE}|confidential|vertraulich|confidentiel|confidencial|riservato`

/** Of sales and stock, not of the goods. */
const RECORDS =
  'invoices?(?: ?(?:no|number|date|id))?|(?:customer|client|account)s? ?(?:no|number|id|code|ref|name)|order ?(?:no|number|id|date)|' +
  '^(?:qty|quantity|quantity sold|stock(?: level| qty| quantity| on hand)?|on hand|soh)$'

const NAME = wordsOf(`${COST}|${MARGIN}|${SUPPLIER}|${INTERNAL}|${RECORDS}|^(?:internal|intern|interne)$`)
/** A cost or a margin with its number, a supplier that is named, and what is said to be internal. */
const VALUE = wordsOf(
  String.raw`(?:${COST}|${MARGIN})(?: is)? ?[:=]? ?(?:\p{Sc} ?\d|\d+[.,]\d|\d+ ?%)[^ ]*|(?:${SUPPLIER}) ?:|${INTERNAL}|` +
    String.raw`(?:only|nur|usage) (?:internal|intern|interne)|not for (?:customers|buyers)`,
)
/** Characters of a value that are looked at, and that a reason shows. */
const [LOOKED_AT, SHOWN] = [200, 40]

/**
 * Why a column should not become a detail, which buyers see: its name, or one of its values, speaks of a cost, a
 * margin, a supplier or something internal. Null if it does not. Rather one column too many: whoever imports can choose it.
 */
export function reasonToLeaveOut(name: string, values: Iterable<string>): string | null {
  const words = plain(name).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  const [said] = NAME.exec(words.trim()) ?? []
  if (said !== undefined) return `Its name says “${said}”.`
  const value = Iterator.from(values).find((one) => VALUE.test(plain(one.slice(0, LOOKED_AT))))
  if (value === undefined) return null
  return `One of its values is “${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}”.`
}

/** "CostPrice" and "d'achat" are two words. */
function plain(text: string): string {
  return fold(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/['’]/g, ' '))
}

function wordsOf(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'u')
}
