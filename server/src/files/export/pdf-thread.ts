import { answerTasks } from '../../lib/answering-thread.ts'
import type { PdfAnswer, PdfTask } from './pdf.ts'
import { PdfTable } from './pdf-table.ts'

/** The thread that makes PDFs, asked by `pdf.ts`: several are open at a time. */
const open = new Map<number, PdfTable>()

answerTasks(async (task: PdfTask): Promise<PdfAnswer> => {
  try {
    return { bytes: await bytesOf(task) }
  } catch (error) {
    open.delete(task.id)
    return { error }
  }
})

async function bytesOf({ id, step }: PdfTask): Promise<Uint8Array> {
  if (step === 'drop') open.delete(id)
  else if (typeof step === 'object' && 'begin' in step) open.set(id, await PdfTable.begin(step.head, step.begin))
  const table = open.get(id)
  if (step === 'drop') return Buffer.alloc(0)
  // A thread that failed has been replaced by this one.
  if (!table) throw new Error('The document was lost.')
  if (step === 'end') await table.end()
  else if (!('begin' in step)) await table.add(step)
  return table.read()
}
