import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { BackupHeader } from './backup-format.ts'
import { readBackup } from './read-backup.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { ActivityEntry } from '../../workspaces/activity/record-activity.ts'
import type { Actor } from '../../database/column-values.ts'
import type { Role } from '../../shared/rights.ts'
import type { OrderLimit } from '../../shared/order-quantity.ts'

/** A price change in a backup whose scheduled time has passed: it is published right after the restore. */
type OverdueChange = { workspaceId: string; id: string; name: string; scheduledFor: string }

export type CheckedBackup = Omit<BackupHeader, 'version'> & {
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

/** Somebody who had access by a backup, and lost it since. */
export type LostAccess = {
  /** Null for what a person has in the whole deployment. */
  workspaceId: string | null
  lost: 'membership' | 'role' | 'held' | 'buyer' | 'ordering' | 'customer' | 'password' | 'passkey' | 'email'
  /** Of the person, the buyer or the customer. */
  id: string
  name: string
  /** For a buyer. */
  customerId?: string
  /** For a buyer with a lower limit now, in minor units. */
  limitBefore?: OrderLimit
  limitNow?: OrderLimit
  /** For a member whose role lacks a right that they had. */
  roleBefore?: Role
  roleNow?: Role
}

const RESTORE: Actor = { type: 'operator', id: null, name: 'Restore of a backup' }

/** Records them in the activity of their workspaces. So the next restore, of any backup, knows of them too. */
export async function recordLosses(
  context: Pick<Context, 'db' | 'clock'>,
  losses: readonly LostAccess[],
): Promise<void> {
  for (const loss of losses) {
    if (loss.workspaceId === null) continue
    await recordActivity({ ...context, workspaceId: loss.workspaceId, actor: RESTORE }, entryOf(loss))
  }
}

function entryOf({
  lost,
  id,
  name: label,
  customerId,
  limitBefore,
  limitNow,
  roleBefore,
  roleNow,
}: LostAccess): ActivityEntry {
  const person = { type: 'person', id, label }
  const buyer = { type: 'buyer', id, label, ...(customerId !== undefined && { customerId }) }
  switch (lost) {
    case 'membership':
      return { action: 'member.remove', subject: person, changes: {} }
    case 'role':
      return { action: 'member.set_role', subject: person, changes: { role: { from: roleBefore, to: roleNow } } }
    case 'held':
      return { action: 'member.set_role', subject: person, changes: { onlyOwnCustomers: { from: false, to: true } } }
    case 'ordering':
      return { action: 'buyer.update', subject: buyer, changes: { orderLimit: { from: limitBefore, to: limitNow } } }
    case 'customer':
      return {
        action: 'customer.update',
        subject: { type: 'customer', id, label },
        changes: { active: { from: true, to: false } },
      }
    default:
      return { action: 'buyer.disable', subject: buyer, changes: {} }
  }
}
