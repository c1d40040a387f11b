import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { copyFolder } from '../../backup/copy-folder.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { examineDatabase } from '../doctor/examine-database.ts'
import { operation } from './operation.ts'

/** Whoever calls may be in another folder than the process that does it. */
const path = z.string().refine(isAbsolute, 'Must be an absolute path.')

export const DATABASE_OPERATIONS = {
  'database copy': operation(z.object({ from: path, into: path }), copyFolder),
  'database restore': operation(z.object({ file: path, replace: z.boolean() }), restoreBackup),
  // Handed over only for the embedded database.
  doctor: operation(z.object({}), (context) => examineDatabase(context, 'embedded')),
}
