/**
 * The columns that a file of rejected rows adds. An import leaves them out, so that the mended file can be imported.
 */
export const REJECT_COLUMNS = ['Rejected line', 'Rejected because']
