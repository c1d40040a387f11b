import { z } from 'zod'
import { UNDOABLE } from '../../workspaces/activity/ways-to-undo.ts'
import { ActivityEntry, Actor } from '../v1/activity.ts'
import { DraftEdit, PriceImpact } from './price-change-schema.ts'

export const UndoForecast = z
  .object({
    undoes: z.int(),
    leaves: z.int().meta({ description: 'What was changed since, or is used: it stays as it is.' }),
    examples: z
      .array(z.string())
      .meta({ description: 'The first of what stays, by SKU or name; a new product with what it is used for.' }),
    moves: PriceImpact,
  })
  .meta({ id: 'UndoForecast', description: 'What an undo would do.' })

export const UndoneEdit = z
  .object({
    restored: z.int().meta({ description: 'Records that are as before; those that the edit added are gone.' }),
    left: z.int().meta({ description: 'Records that somebody changed since: they stay as they are.' }),
    edit: DraftEdit.optional().meta({ description: 'Of a draft: the edit that undid it. It can be undone in turn.' }),
  })
  .meta({ id: 'UndoneEdit' })

/** Fields of an entry that tell whether its act can be undone, or who undid it. */
export const undoFields = {
  undo: z
    .object({
      kind: z.enum(UNDOABLE),
      id: z.uuid().meta({ description: 'Of the edit or the import.' }),
      until: z.iso.datetime().nullable().meta({ description: 'Null: as long as it is a draft.' }),
    })
    .nullable()
    .meta({ description: 'How it can be undone. Null if it cannot, or no longer.' }),
  undone: z.object({ by: Actor, at: z.iso.datetime() }).nullable(),
}

export const UndoableEntry = ActivityEntry.extend(undoFields).meta({ id: 'UndoableEntry' })
