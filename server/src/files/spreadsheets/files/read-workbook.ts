import { posix } from 'node:path'
import { OperatorError } from '../../../errors.ts'
import { FORMULA_WITHOUT_VALUE } from '../cells.ts'
import type { CsvRecord } from '../read-csv.ts'
import { MAX_COLUMNS, MAX_LINES, MAX_SHEETS, requireShortRow, tooManyColumns } from './file-limits.ts'
import type { ReadingBudget } from './file-limits.ts'
import { numberFormat, plain } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { parseXml } from './parse-xml.ts'
import type { XmlHandlers } from './parse-xml.ts'
import { DAMAGED, MAX_ENTRIES, openArchive, partName } from './unzip.ts'
import type { Archive } from './unzip.ts'

/** A sheet of a workbook. Its rows are read in a stream, each time from the start. */
type Sheet = { name: string; rows: () => AsyncGenerator<CsvRecord> }

/** Characters of the shared texts of a workbook, which are kept in memory while it is read. */
const MAX_SHARED = 60_000_000

/** Characters of the name of a sheet that are kept. Spreadsheets take 31. */
const MAX_NAME = 100

const NOT_A_WORKBOOK = 'The file is not an Excel workbook (.xlsx). Save it as one, or as CSV.'

/**
 * Opens an Excel workbook, and calls `work` with its sheets: the visible ones, in their order. Throws an OperatorError
 * with a sentence for whatever is not a plain workbook.
 */
export async function withWorkbook<T>(
  path: string,
  budget: ReadingBudget,
  work: (sheets: Sheet[]) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(path)
  try {
    const workbookPath = await findWorkbook(archive)
    const { sheets, is1904 } = await readSheets(archive, workbookPath)
    const related = await readRelations(archive, workbookPath)
    requireOwnParts(sheets, related)
    const target = (type: string) =>
      [...related.values()].find((relation) => relation.type.endsWith(`/${type}`))?.path ??
      partName(posix.join(posix.dirname(workbookPath), `${type}.xml`))
    const parts: WorkbookParts = {
      strings: await readStrings(archive, target('sharedStrings'), budget),
      formats: await readFormats(archive, target('styles'), budget),
      is1904,
    }
    return await work(
      sheets.flatMap(({ name, relation }) => {
        const found = related.get(relation)
        // Charts have a sheet too.
        if (!found?.type.endsWith('/worksheet')) return []
        return [{ name, rows: () => sheetRows(archive.read(found.path), name, parts, budget) }]
      }),
    )
  } finally {
    archive.close()
  }
}

type NamedSheet = { name: string; relation: string }
type Relations = Map<string, { type: string; path: string }>

/** Each sheet has its own part. Else one part would be read, and kept, as often as it is named. */
function requireOwnParts(sheets: readonly NamedSheet[], related: Relations): void {
  for (const [path, [one, other]] of Map.groupBy(sheets, ({ relation }) => related.get(relation)?.path)) {
    if (path === undefined || !other) continue
    throw new OperatorError(
      `The sheets "${one!.name}" and "${other.name}" of the workbook are one and the same part of it. ` +
        'Open it in your spreadsheet and save it again, or remove one of them.',
    )
  }
}

async function findWorkbook(archive: Archive): Promise<string> {
  if (archive.names.includes('xl/workbook.bin')) {
    throw new OperatorError('This is a binary workbook (.xlsb). Save it as "Excel Workbook (.xlsx)".')
  }
  const related = await readRelations(archive, '')
  const found = [...related.values()].find(({ type }) => type.endsWith('/officeDocument'))?.path ?? 'xl/workbook.xml'
  if (!archive.names.includes(found)) throw new OperatorError(NOT_A_WORKBOOK)
  return found
}

/** The parts that a part refers to, by id: no more than an archive has. */
async function readRelations(archive: Archive, path: string): Promise<Relations> {
  const { dir, base } = posix.parse(path)
  const file = partName(posix.join(dir, '_rels', `${base}.rels`))
  const found: Relations = new Map()
  let count = 0
  await readPart(archive, file, {
    open: (name, attribute) => {
      if (name !== 'Relationship') return
      if (++count > MAX_ENTRIES) throw new OperatorError(DAMAGED)
      if (attribute('TargetMode') === 'External') return
      const target = attribute('Target') ?? ''
      const at = target.startsWith('/') ? target : posix.join(dir, target)
      found.set(attribute('Id') ?? '', { type: attribute('Type') ?? '', path: partName(at) })
    },
  })
  return found
}

async function readSheets(archive: Archive, path: string) {
  const all: (NamedSheet & { isVisible: boolean })[] = []
  let is1904 = false
  await readPart(archive, path, {
    open: (name, attribute) => {
      // Extensions have an element of this name, too.
      if (name === 'workbookPr') is1904 ||= ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      if (all.length === MAX_SHEETS) {
        throw new OperatorError(
          `The workbook has more than ${MAX_SHEETS} sheets. Remove the ones that you do not need.`,
        )
      }
      all.push({
        name: (attribute('name') ?? '').slice(0, MAX_NAME),
        relation: attribute(':id') ?? '',
        isVisible: (attribute('state') ?? 'visible') === 'visible',
      })
    },
  })
  const visible = all.filter((sheet) => sheet.isVisible)
  return { sheets: visible.length > 0 ? visible : all, is1904 }
}

/** The texts that cells share, ready to be used: a text is judged once, and not again with each of its cells. */
async function readStrings(archive: Archive, path: string, budget: ReadingBudget): Promise<string[]> {
  const strings: string[] = []
  let [text, length] = ['', 0]
  await readPart(archive, path, {
    close: (name, part) => {
      if (name === 't') {
        requireShortRow((text += part).length)
        length += part.length
        if (length > MAX_SHARED) throw new OperatorError('The workbook has more text than can be read.')
      } else if (name === 'si') {
        budget.chargeCells(1)
        const whole = unescaped(text)
        strings.push(whole.trim() === '' ? '' : whole)
        text = ''
      }
    },
  })
  return strings
}

async function readFormats(archive: Archive, path: string, budget: ReadingBudget): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  await readPart(archive, path, {
    open: (name, attribute) => {
      if (name === 'numFmt' || name === 'xf') budget.chargeCells(1)
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      else if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        formats.push(numberFormat(id, codes.get(id)))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

/** Reads a whole part; one that is not there is as good as empty. */
async function readPart(archive: Archive, path: string, handlers: XmlHandlers): Promise<void> {
  if (!archive.names.includes(path)) return
  for await (const _ of parseXml(archive.read(path), handlers));
}

/** What the cells of all sheets refer to. Of the texts, those that are blank are empty. */
type WorkbookParts = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean }

/** `value`: undefined without an element for it. */
type Cell = { column: number; type: string; style: number; value?: string; isFormula: boolean }

/**
 * The rows of a sheet that are not blank, with their numbers in it. Throws an OperatorError for one of too many
 * columns, for rows out of their order, and where the budget is used up.
 */
async function* sheetRows(
  xml: AsyncIterable<Buffer>,
  sheet: string,
  parts: WorkbookParts,
  budget: ReadingBudget,
): AsyncGenerator<CsvRecord> {
  let found: CsvRecord[] = []
  let cells: string[] = []
  let cell: Cell | undefined
  let [line, last, characters] = [0, -1, 0]

  const endCell = ({ column, ...cell }: Cell) => {
    const text = cellText(cell, parts)
    if (text.trim() === '') return
    if (column >= MAX_COLUMNS) throw new OperatorError(tooManyColumns(`The sheet "${sheet}"`))
    budget.chargeCells(Math.max(0, column - cells.length))
    budget.chargeCharacters(text.length)
    requireShortRow((characters += text.length))
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const nextLine = (given: string | undefined) => {
    const next = given === undefined ? line + 1 : Number(given)
    if (Number.isInteger(next) && next > line && next <= MAX_LINES) return next
    throw new OperatorError(
      `The rows of the sheet "${sheet}" are not numbered in their order, up to ${MAX_LINES.toLocaleString('en')}. ` +
        'Open it in your spreadsheet and save it again.',
    )
  }
  const parsed = parseXml(xml, {
    open: (name, attribute) => {
      if (name === 'row') {
        budget.chargeCells(1)
        line = nextLine(attribute('r'))
        ;[cells, last, characters] = [[], -1, 0]
      } else if (name === 'c') {
        budget.chargeCells(1)
        last = columnOf(attribute('r')) ?? last + 1
        const [type = 'n', style = 0] = [attribute('t'), attribute('s')]
        cell = { column: last, type, style: Number(style), isFormula: false }
      } else if (name === 'f' && cell) cell.isFormula = true
    },
    close: (name, text) => {
      if (name === 'row' && cells.length > 0) found.push({ cells, line })
      if (!cell) return
      if (name === 'v' || name === 't') requireShortRow((cell.value = (cell.value ?? '') + text).length)
      if (name !== 'c') return
      endCell(cell)
      cell = undefined
    },
  })
  for await (const _ of parsed) {
    yield* found
    found = []
  }
}

/** The text of a cell by its type, as the schema of workbooks (ST_CellType) has it. */
function cellText(cell: Omit<Cell, 'column'>, { strings, formats, is1904 }: WorkbookParts): string {
  const { type, style, isFormula } = cell
  const isText = type === 'inlineStr' || type === 'str'
  if (isText && cell.value !== undefined) return unescaped(cell.value)
  const value = cell.value?.trim() ?? ''
  if (value === '') return isFormula ? FORMULA_WITHOUT_VALUE : ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return /^(?:1|true)$/i.test(value) ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ')
  const number = type === 'n' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? (formats[style] ?? plain)(value, number, is1904) : value
}

/** Workbooks write control characters as `_x000D_`; a line end that stands in the XML itself is one `\n` (XML 1.0, 2.11). */
function unescaped(text: string): string {
  if (!/_x|\r/.test(text)) return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The position of a column from the reference of a cell: `AB12` is 27. */
function columnOf(reference = ''): number | undefined {
  let column = 0
  for (let i = 0; ; i++) {
    const letter = reference.charCodeAt(i) & ~0x20
    if (letter < 65 || letter > 90) return column === 0 ? undefined : column - 1
    column = column * 26 + letter - 64
  }
}
