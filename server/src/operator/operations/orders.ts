export const ORDER_OPERATIONS = {}
