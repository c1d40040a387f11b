import { posix } from 'node:path'
import { OperatorError } from '../../errors.ts'
import type { CsvRecord } from '../read-csv.ts'
import { numberFormat } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { parseXml } from './parse-xml.ts'
import type { XmlHandlers } from './parse-xml.ts'
import { sheetRows } from './sheet-rows.ts'
import type { WorkbookParts } from './sheet-rows.ts'
import { openArchive } from './unzip.ts'
import type { Archive } from './unzip.ts'

/** A sheet of a workbook. Its rows are read in a stream, each time from the start. */
export type Sheet = { name: string; rows: () => AsyncGenerator<CsvRecord> }

/** Characters of the shared texts of a workbook, which are kept in memory while it is read. */
const MAX_SHARED = 60_000_000

const NOT_A_WORKBOOK = 'The file is not an Excel workbook (.xlsx). Save it as one, or as CSV.'

/**
 * Opens an Excel workbook, and calls `work` with its sheets: the visible ones, in their order. Throws an OperatorError with a
 * sentence for whatever is not a plain workbook.
 */
export async function withWorkbook<T>(path: string, work: (sheets: Sheet[]) => Promise<T>): Promise<T> {
  const archive = await openArchive(path)
  try {
    requireWorkbook(archive)
    const workbookPath = await findWorkbook(archive)
    const { sheets, is1904 } = await readSheets(archive, workbookPath)
    const related = await readRelations(archive, workbookPath)
    const target = (type: string) => [...related.values()].find((relation) => relation.type.endsWith(`/${type}`))?.path
    const parts: WorkbookParts = {
      strings: await readStrings(archive, target('sharedStrings')),
      formats: await readFormats(archive, target('styles')),
      is1904,
    }
    return await work(
      sheets.flatMap(({ name, relation }) => {
        const found = related.get(relation)
        // Charts have a sheet too.
        if (!found?.type.endsWith('/worksheet')) return []
        return [{ name, rows: () => sheetRows(archive.read(found.path), name, parts) }]
      }),
    )
  } finally {
    await archive.close()
  }
}

function requireWorkbook({ names }: Archive): void {
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) {
    throw new OperatorError('The workbook contains macros. Save it as "Excel Workbook (.xlsx)", without macros.')
  }
  if (names.includes('xl/workbook.bin')) {
    throw new OperatorError('This is a binary workbook (.xlsb). Save it as "Excel Workbook (.xlsx)".')
  }
  if (!names.includes('[Content_Types].xml')) throw new OperatorError(NOT_A_WORKBOOK)
}

type Relations = Map<string, { type: string; path: string }>

async function findWorkbook(archive: Archive): Promise<string> {
  const related = await readRelations(archive, '')
  const found = [...related.values()].find(({ type }) => type.endsWith('/officeDocument'))?.path ?? 'xl/workbook.xml'
  if (!archive.names.includes(found)) throw new OperatorError(NOT_A_WORKBOOK)
  return found
}

/** The parts that a part refers to, by id. */
async function readRelations(archive: Archive, path: string): Promise<Relations> {
  const { dir, base } = posix.parse(path)
  const file = posix.join(dir, '_rels', `${base}.rels`)
  const found: Relations = new Map()
  await readPart(archive, file, {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      const target = attribute('Target') ?? ''
      const at = target.startsWith('/') ? target.slice(1) : posix.join(dir, target)
      found.set(attribute('Id') ?? '', { type: attribute('Type') ?? '', path: at })
    },
  })
  return found
}

async function readSheets(archive: Archive, path: string) {
  const all: { name: string; relation: string; isVisible: boolean }[] = []
  let is1904 = false
  await readPart(archive, path, {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const isVisible = (attribute('state') ?? 'visible') === 'visible'
      all.push({ name: attribute('name') ?? '', relation: attribute('r:id') ?? attribute('id') ?? '', isVisible })
    },
  })
  const visible = all.filter((sheet) => sheet.isVisible)
  return { sheets: visible.length > 0 ? visible : all, is1904 }
}

async function readStrings(archive: Archive, path: string | undefined): Promise<string[]> {
  const strings: string[] = []
  let [text, isText, phonetic, length] = ['', false, false, 0]
  if (path === undefined) return strings
  await readPart(archive, path, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 't') isText = !phonetic
      else if (name === 'rPh') phonetic = true
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') strings.push(text)
    },
    text: (part) => {
      if (!isText) return
      text += part
      length += part.length
      if (length > MAX_SHARED) throw new OperatorError('The workbook has more text than can be read.')
    },
  })
  return strings
}

async function readFormats(archive: Archive, path: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  if (path === undefined) return formats
  await readPart(archive, path, {
    open: (name, attribute) => {
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
