import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { BackupHeader } from './backup-format.ts'
import { readBackup } from './read-backup.ts'

/** A price change in a backup whose scheduled time has passed: it is published right after the restore. */
export type OverdueChange = { workspaceId: string; id: string; name: string; scheduledFor: string }

export type CheckedBackup = Omit<BackupHeader, 'version'> & {
  /** The number of rows by table. */
  rows: Record<string, number>
  overdueChanges: OverdueChange[]
  /** Files of images in it; two for each image. */
  imageFiles: number
}

const ScheduledRow = z.object({
  workspace_id: z.string(),
  id: z.string(),
  name: z.string(),
  status: z.literal('scheduled'),
  scheduled_for: z.string(),
})

export async function checkBackup({ clock }: Pick<Context, 'clock'>, file: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined
  let table = ''
  const rows: Record<string, number> = {}
  const overdueChanges: OverdueChange[] = []
  let imageFiles = 0
  for await (const part of readBackup(file)) {
    if ('header' in part) header = part.header
    else if ('table' in part) {
      table = part.table.name
      rows[table] = 0
    } else if ('image' in part) imageFiles += 1
    else {
      rows[table]! += 1
      if (table === 'price_change') overdueChanges.push(...overdue(part.row, clock()))
    }
  }
  const { version: _, ...about } = header!
  return { ...about, rows, overdueChanges, imageFiles }
}

function overdue(row: string, now: Date): OverdueChange[] {
  const { data } = ScheduledRow.safeParse(JSON.parse(row))
  if (!data || new Date(data.scheduled_for) > now) return []
  const scheduledFor = new Date(data.scheduled_for).toISOString()
  return [{ workspaceId: data.workspace_id, id: data.id, name: data.name, scheduledFor }]
}
