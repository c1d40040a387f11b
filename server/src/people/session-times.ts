const HOUR_MS = 3_600_000

/** A session ends this long after its last use. */
export const SESSION_MS = 30 * 24 * HOUR_MS
/** The last use of a session is kept to this accuracy, so that most requests write nothing. */
export const USE_ACCURACY_MS = HOUR_MS
