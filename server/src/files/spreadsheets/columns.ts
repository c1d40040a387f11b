import { decidedInWords, watchMarks } from '../../shared/read-table.ts'
import { matchHeaders } from '../../shared/match-headers.ts'
import { dayOrderByDefault, watchDayOrder } from '../../shared/read-day.ts'
import type { DayOrder } from '../../shared/read-day.ts'
import { needsRounding } from '../../shared/read-price.ts'
import type { Currency, MoneyForm } from '../../shared/read-price.ts'
import type { ReadValue } from '../../shared/read-value.ts'
import type { DecimalMark } from '../../shared/read-number.ts'
import { fold } from '../../lib/matching-key.ts'

export type Column = {
  /** As pages and messages name it. */
  label: string
  /** Its usual headers, most likely first, without case, space and punctuation. */
  headers: string
  /** Further words that a header may have within it, where staff look at what is guessed: "Our ref". */
  hints?: string
  /** Whether values can be those of the field. Where a header only hints at it, nearly all of them must. */
  fits?: (value: string) => boolean
  /** Values alone are enough to know it, whatever the header is. */
  isKnownByValues?: true
  /** Every row needs it; only the file does where it is clearable, too. */
  isRequired?: true
  /** It says what a row is about: no value is right for all rows. */
  identifies?: true
  /** A file may empty the field. */
  clearable?: true
  /** Files by the API cannot set it: its column is left out. */
  staffOnly?: true
  /** In a file that has all of `besides` but this field, its column is taken for it. */
  standsInFor?: { field: string; besides: readonly string[] }
  /** What it holds that can be written in several ways: then all its cells tell how they are read. */
  holds?: 'money' | 'number' | 'day'
  /** Reads a cell that is not blank. Without it, the text is the value. */
  read?: (text: string, form: MoneyForm) => ReadValue<unknown>
}

/** What can be read from the columns of a file, by field. Fields are mapped in this order. */
export type Columns = Readonly<Record<string, Column>>

/** Usual headers of a column that names customers by account code or name. */
export const CUSTOMER_HEADERS =
  'customer accountcode account accountno accountnumber customercode customerno customername customerid'

/** Guesses the column of each field by the usual headers. Skips the columns and the fields in `taken`. */
export function guessColumns(
  columns: Columns,
  header: readonly string[],
  taken?: { fields: ReadonlySet<string>; columns: ReadonlySet<number> },
): Map<string, number> {
  const guessed = matchHeaders(columns, header, taken)
  const isMissing = (field: string) => !guessed.has(field) && !taken?.fields.has(field)
  for (const [field, at] of guessed) {
    const { standsInFor: other } = columns[field]!
    if (!other || other.besides.filter(isMissing).join() !== other.field) continue
    guessed.set(other.field, at)
    guessed.delete(field)
  }
  return guessed
}

/** How the columns of a text or a file are read, as all their cells tell. */
export type ColumnForms = {
  numberOf: (field: string) => Pick<MoneyForm, 'mark' | 'rounds'>
  /** Null if the days contradict each other. */
  dayOrder: DayOrder | null
  /** What was decided, in words. */
  readAs: string[]
  /** Amounts with more decimals than the currency has. */
  toRound: number
}

type Reading = Currency & {
  /** Rounds such amounts. */
  rounds: boolean
  /** The numbers of a workbook have a decimal point. */
  isWorkbook?: boolean
}

const MARKS: (DecimalMark | null)[] = ['.', ',', null]

/** Looks at the cells of columns, one by one, to decide how they are read. */
export function watchColumns(
  columns: Readonly<Record<string, Pick<Column, 'label' | 'holds'>>>,
  { currency, currencyDecimals, rounds, isWorkbook = false }: Reading,
): { see: (field: string, text: string) => void; decided: () => ColumnForms } {
  const marks = new Map<string, ReturnType<typeof watchMarks>>()
  const days = watchDayOrder()
  // The mark of a column is known only at its end.
  const toRound = MARKS.map((mark) => ({ mark, counts: new Map<string, number>() }))
  const moreDecimals = new RegExp(`[.,]\\d{${currencyDecimals + 1},}`)
  const seeMoney = (field: string, text: string) => {
    if (!moreDecimals.test(text.normalize('NFKC'))) return
    for (const { mark, counts } of toRound) {
      if (needsRounding(text, { currency, currencyDecimals, mark })) counts.set(field, (counts.get(field) ?? 0) + 1)
    }
  }
  return {
    see: (field, text) => {
      const { holds } = columns[field]!
      if (holds === 'day') return days.see(text)
      if (!marks.has(field)) marks.set(field, watchMarks({ isWorkbook }))
      marks.get(field)!.see(text)
      if (holds === 'money') seeMoney(field, text)
    },
    decided: () => {
      const decided = [...marks].map(([field, watch]) => ({ field, found: watch.decided() }))
      const markOf = new Map(decided.map(({ field, found }) => [field, found?.mark ?? null]))
      const order = days.decided()
      return {
        numberOf: (field) => ({ mark: markOf.get(field), rounds }),
        dayOrder: order === undefined ? dayOrderByDefault(currency) : order && order.order,
        readAs: [
          ...decided.flatMap(({ field, found }) =>
            found ? [`${decidedInWords(found)} (${columns[field]!.label})`] : [],
          ),
          ...(order ? [`Read with the ${order.order}: ${order.example}`] : []),
        ],
        toRound: [...markOf].reduce(
          (sum, [field, mark]) => sum + (toRound.find((one) => one.mark === mark)!.counts.get(field) ?? 0),
          0,
        ),
      }
    },
  }
}

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
