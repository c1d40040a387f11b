export const PRICE_CHANGE_OPERATIONS = {}
