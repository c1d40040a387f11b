import { posix } from 'node:path'
import { OperatorError } from '../../../errors.ts'
import type { CsvRecord } from '../read-csv.ts'
import { MAX_SHEETS, requireShortRow } from './file-limits.ts'
import type { ReadingBudget } from './file-limits.ts'
import { numberFormat } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { parseXml } from './parse-xml.ts'
import type { XmlHandlers } from './parse-xml.ts'
import { sheetRows, unescaped } from './sheet-rows.ts'
import type { WorkbookParts } from './sheet-rows.ts'
import { DAMAGED, MAX_ENTRIES, openArchive, partName } from './unzip.ts'
import type { Archive } from './unzip.ts'

/** A sheet of a workbook. Its rows are read in a stream, each time from the start. */
export type Sheet = { name: string; rows: () => AsyncGenerator<CsvRecord> }

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
