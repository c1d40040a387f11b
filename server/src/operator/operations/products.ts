export const PRODUCT_OPERATIONS = {}
