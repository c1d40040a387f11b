export const CUSTOMER_OPERATIONS = {}
