export const TERMS_OPERATIONS = {}
