// Made by `npm run generate` from the description of the API that the service gives of itself.

export interface paths {
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This API as an OpenAPI document
         * @description OpenAPI 3.1, for clients and generators. Needs no key.
         */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspace of this key
         * @description Name, currency, time zone, tax wording and plan.
         */
        get: operations["readWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search products
         * @description By name; with `updatedSince` by the time of the last change; with `q` best match first: the code itself, codes that start with it, names that start with it, then every product that has all the words.
         */
        get: operations["listProducts"];
        /**
         * Send up to 100 products
         * @description Creates or updates by SKU, all rows or none. Products that exist keep their price: a different one goes into a draft price change, whose id is in the answer. Send that id with the following calls to keep a whole sync in one draft.
         */
        put: operations["upsertProducts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product with its price
         * @description With a customer at that customer’s price; not found if that customer cannot see it.
         */
        get: operations["readProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All brands
         * @description Every brand of the workspace, by name.
         */
        get: operations["listBrands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All categories
         * @description Every category of the workspace, by name.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The price of a SKU for a customer, explained
         * @description The price at a quantity, with every other price that was considered and what it lost to.
         */
        get: operations["explainPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search customers
         * @description By name; with `q` those whose name, account code or e-mail starts with it.
         */
        get: operations["listCustomers"];
        /**
         * Send up to 100 customers
         * @description All rows or none. A row with an account code is the customer of that code; where there is none, it takes over one without a code that has the same e-mail, else the same name. A row without a code is matched by e-mail, else by name. A row that matches several customers, and several rows that match one, are refused.
         */
        put: operations["upsertCustomers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One customer with its terms and buyers
         * @description Discounts, agreed prices (past and future ones too) and the people who buy.
         */
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recent orders
         * @description The 200 most recent orders, of one status or of all, newest first. To learn of new ones, ask for `status=new` now and then, and confirm what you have taken.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with its lines and history
         * @description Names, prices and their explanation are those that it was placed with.
         */
        get: operations["readOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move an order on
         * @description From new to confirmed, dispatched and completed, one after the other; or, with a reason as the note, from new or confirmed to cancelled. Any other move is refused, a repeated one too.
         */
        patch: operations["moveOrder"];
        trace?: never;
    };
    "/api/v1/price-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Price changes, newest first
         * @description The 100 newest. They are published, scheduled and called off in the application.
         */
        get: operations["listPriceChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/price-changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a price change does
         * @description Its lines beside the prices that they replace, and what it means for customers; with a customer, also what that one pays before and after. Everything at a quantity of 1, and with the terms of today; of a scheduled change, with those of its time. The lines page; the rest is of all of them.
         */
        get: operations["previewPriceChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what
         * @description Newest first. A call that changed many things is one entry, with counts.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What is left out or blank is kept, null clears. */
        CustomerItem: {
            name: string;
            /** @description Finds the customer, whatever its case. */
            accountCode?: string | null;
            /** @description One address. Finds the customer where the row has no code, or no customer has it. */
            email?: string | null;
            phone?: string | null;
            contactName?: string | null;
            paymentTermsDays?: number | null;
            /** @description Minor units. */
            creditLimit?: number | null;
            /** @description Whether orders need a purchase order number. A new customer: false. */
            poRequired?: boolean;
            notes?: string | null;
            /** @description A new customer: true. */
            active?: boolean;
        };
        MoveOrder: {
            /**
             * @description The next status.
             * @enum {string}
             */
            status: "new" | "confirmed" | "dispatched" | "completed" | "cancelled";
            /** @description Kept in the history. Cancelling needs one: the reason. */
            note?: string | null;
        };
        /** @description A whole product: some fields are cleared when left out. */
        ProductItem: {
            /** @description Finds the product, whatever its case; a new one is created. */
            sku: string;
            name: string;
            /** @description Minor units. Of a product that has another price, it goes into a draft price change. */
            listPrice: number;
            /** @description What one unit is. */
            unitLabel: string;
            /** @description Created when missing; a workspace has up to 20000. Left out: cleared. */
            brand?: string;
            /** @description Created when missing; a workspace has up to 20000. Left out: cleared. */
            category?: string;
            /** @description Left out: cleared. */
            manufacturerRef?: string;
            /** @description Left out: cleared. */
            description?: string;
            /**
             * @description Left out: kept; a new product is `not_tracked`.
             * @enum {string}
             */
            availability?: "not_tracked" | "in_stock" | "low_stock" | "out_of_stock" | "made_to_order";
            /** @description Left out: kept. */
            leadTimeNote?: string;
            /** @description Replaces all details. Their names differ by more than the space around them, and none is `__proto__`. Left out: kept. */
            details?: {
                [key: string]: string;
            };
            /**
             * Format: uri
             * @description An https URL, copied in the background. Left out: kept.
             */
            imageUrl?: string;
            /** @description Account codes or contact e-mails of those who alone may see it: up to 200 customers, however many share an e-mail. Left out: kept. */
            onlyFor?: string[];
        };
        /** @description What went wrong. */
        Error: {
            error: {
                /**
                 * @description Stable, for programs.
                 * @enum {string}
                 */
                code: "validation_error" | "invalid_json" | "invalid_request" | "unauthorized" | "forbidden" | "insufficient_scope" | "read_only" | "not_found" | "method_not_allowed" | "payload_too_large" | "rate_limited" | "internal_error" | "unavailable";
                /** @description For people; may change. */
                message: string;
                /** @description Every problem found; only with `validation_error`. */
                issues?: {
                    /** @description Dotted path of the field; list positions count from 0. */
                    path: string;
                    message: string;
                }[];
            };
        };
        /** @description Who did it. */
        Actor: {
            /** @enum {string} */
            type: "key" | "staff" | "buyer" | "operator" | "system";
            /**
             * @description Null where there is nothing to look up.
             * @example null
             */
            id: string | null;
            /**
             * @description As it was called then.
             * @example ERP sync
             */
            name: string;
        };
        /** @description Something that was changed, and by whom. */
        ActivityEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["Actor"];
            /**
             * @description What was done: noun.verb.
             * @example product.upsert
             */
            action: string;
            subject: {
                /** @example product */
                type: string;
                /** @description Null where it was done to several. */
                id: string | null;
                /**
                 * @description As it was called then.
                 * @example 98 products
                 */
                label: string;
            };
            /**
             * @description Free in shape.
             * @example {
             *       "created": 2,
             *       "updated": 96
             *     }
             */
            changes: {
                [key: string]: unknown;
            };
        };
        /** @description A brand. It comes into being when a product is sent with its name. */
        Brand: {
            /** Format: uuid */
            id: string;
            /** @example Hollin */
            name: string;
        };
        /** @description A category. It comes into being when a product is sent with its name. */
        Category: {
            /** Format: uuid */
            id: string;
            /** @example Tableware */
            name: string;
        };
        /** @description Who buys, with the terms of the account. */
        Customer: {
            /** Format: uuid */
            id: string;
            /**
             * @description Unique in the workspace, whatever its case.
             * @example CASTLE01
             */
            accountCode: string | null;
            /** @example Castle Lane Cafés */
            name: string;
            /** @example orders@castlelane.example */
            email: string | null;
            /** @example 01632 960101 */
            phone: string | null;
            /** @example Isobel Grant */
            contactName: string | null;
            /**
             * @description Days to pay in.
             * @example 30
             */
            paymentTermsDays: number | null;
            /**
             * @description Minor units; null where none was set.
             * @example 500000
             */
            creditLimit: number | null;
            /** @description Whether orders need a purchase order number. */
            poRequired: boolean;
            notes: string | null;
            /** @description False for an account that is closed. */
            active: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description A discount on one brand's products, on one category's, or on all. */
        DiscountRule: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            appliesTo: "all" | "brand" | "category";
            brandId: string | null;
            /** @example Hollin */
            brand: string | null;
            /** @example null */
            categoryId: string | null;
            /** @example null */
            category: string | null;
            /**
             * @description Basis points: 1250 is 12.5%.
             * @example 1250
             */
            discountBp: number;
            /**
             * @description As prices are explained by it.
             * @example 12.5% off Hollin
             */
            label: string;
        };
        /** @description A price agreed for one product. Past and future ones are shown too. */
        AgreedPrice: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            productId: string;
            /** @example HOL-1042 */
            sku: string;
            /**
             * @description The product's.
             * @example Azure dinner plate 26 cm
             */
            name: string;
            /**
             * @description Minor units for one.
             * @example 2100
             */
            unit: number;
            /**
             * @description The quantity from which it applies.
             * @example 10
             */
            minQty: number;
            /** @description From then on; null: at all times before the end. */
            startsAt: string | null;
            /** @description From then on no more; null: without an end. */
            endsAt: string | null;
        };
        /** @description A person who buys for the customer. */
        Buyer: {
            /** Format: uuid */
            id: string;
            /** @example Isobel Grant */
            name: string;
            /** @example isobel@castlelane.example */
            email: string;
            /**
             * @description Only active buyers can order.
             * @enum {string}
             */
            status: "invited" | "active" | "disabled";
            /** Format: date-time */
            invitedAt: string;
            lastSeenAt: string | null;
        };
        /** @description A customer with its discounts, agreed prices and buyers. */
        CustomerWithTerms: {
            /** Format: uuid */
            id: string;
            /**
             * @description Unique in the workspace, whatever its case.
             * @example CASTLE01
             */
            accountCode: string | null;
            /** @example Castle Lane Cafés */
            name: string;
            /** @example orders@castlelane.example */
            email: string | null;
            /** @example 01632 960101 */
            phone: string | null;
            /** @example Isobel Grant */
            contactName: string | null;
            /**
             * @description Days to pay in.
             * @example 30
             */
            paymentTermsDays: number | null;
            /**
             * @description Minor units; null where none was set.
             * @example 500000
             */
            creditLimit: number | null;
            /** @description Whether orders need a purchase order number. */
            poRequired: boolean;
            notes: string | null;
            /** @description False for an account that is closed. */
            active: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description In the order in which prices consider them. */
            discountRules: components["schemas"]["DiscountRule"][];
            /** @description By SKU, then by quantity. */
            agreedPrices: components["schemas"]["AgreedPrice"][];
            /** @description By name. */
            buyers: components["schemas"]["Buyer"][];
        };
        CustomerUpsertResult: {
            /**
             * @description New customers.
             * @example 2
             */
            created: number;
            /**
             * @description Customers that were there already, changed or not.
             * @example 98
             */
            updated: number;
        };
        /** @description What one product costs, and where that price comes from. */
        Price: {
            /**
             * @description Minor units for one, before tax; null while the product has no price.
             * @example 2231
             */
            unit: number | null;
            /**
             * @description `unit` times the quantity; 0 without a price.
             * @example 2231
             */
            line: number;
            /**
             * @description The list price, in minor units; 0 when there is none.
             * @example 2550
             */
            list: number;
            /**
             * @description The discount, in basis points: 1250 is 12.5%.
             * @example 1250
             */
            discountBp: number;
            /**
             * @description Where the price comes from: a price agreed with the customer, a discount on the brand, on the category or on everything, or the list.
             * @example brand
             * @enum {string}
             */
            source: "agreed" | "brand" | "category" | "customer" | "list";
            /**
             * @description Why it is this price, for people; empty for list.
             * @example 12.5% off Hollin
             */
            label: string;
        };
        /** @description A price that was considered. */
        PriceCandidate: {
            /**
             * @description Where the price comes from: a price agreed with the customer, a discount on the brand, on the category or on everything, or the list.
             * @example brand
             * @enum {string}
             */
            source: "agreed" | "brand" | "category" | "customer" | "list";
            /** @example 12.5% off Hollin */
            label: string;
            /**
             * @description Minor units for one.
             * @example 2231
             */
            unit: number | null;
            /** @example 1250 */
            discountBp: number;
            /**
             * @description The quantity from which it applies.
             * @example 1
             */
            minQty: number;
            /** @description True for the one that won. */
            applied: boolean;
            /**
             * @description Why it won, or what it lost to.
             * @example Nothing comes before it.
             */
            reason: string;
        };
        /** @description What a customer ordered, as it was when it was placed. */
        Order: {
            /** Format: uuid */
            id: string;
            /**
             * @description What people call the order; unique in the workspace.
             * @example 1042
             */
            number: number;
            /**
             * @description How far the order has come: from new by confirmed and dispatched to completed, or cancelled.
             * @enum {string}
             */
            status: "new" | "confirmed" | "dispatched" | "completed" | "cancelled";
            /** @description As it was called when the order was placed; it may be gone since. */
            customer: {
                /** Format: uuid */
                id: string;
                /** @example CASTLE01 */
                accountCode: string | null;
                /** @example Castle Lane Cafés */
                name: string;
            };
            /** @description Who ordered for the customer; null where the wholesaler did. */
            buyer: {
                /** @example Isobel Grant */
                name: string;
                /** @example isobel@castlelane.example */
                email: string;
            } | null;
            /**
             * @description The customer's purchase order number.
             * @example PO-7781
             */
            poNumber: string | null;
            /**
             * @description What was said with the order.
             * @example Before 10 am, please.
             */
            note: string | null;
            /**
             * @description ISO 4217; of all amounts of this order, fixed when it was placed.
             * @example GBP
             */
            currency: string;
            /** @example 1 */
            lineCount: number;
            /**
             * @description The sum of the lines, in minor units, before tax.
             * @example 2231
             */
            subtotal: number;
            /** Format: date-time */
            placedAt: string;
            /**
             * Format: date-time
             * @description When it came to its present status.
             */
            updatedAt: string;
        };
        OrderLine: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The product may be gone since.
             */
            productId: string;
            /** @example HOL-1042 */
            sku: string;
            /** @example Azure dinner plate 26 cm */
            name: string;
            /**
             * @description What one unit is.
             * @example each
             */
            unitLabel: string;
            /**
             * @description In units; `price` is the one at this quantity.
             * @example 1
             */
            qty: number;
            price: components["schemas"]["Price"];
            /** @description The prices that were considered when the order was placed, in that order. */
            candidates: components["schemas"]["PriceCandidate"][];
        };
        /** @description How the order came to a status. */
        OrderStep: {
            /**
             * @description How far the order has come: from new by confirmed and dispatched to completed, or cancelled.
             * @enum {string}
             */
            status: "new" | "confirmed" | "dispatched" | "completed" | "cancelled";
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Actor"];
            /** @description What was said with it; the reason of a cancelled order. */
            note: string | null;
        };
        /** @description An order with its lines and how far it has come. */
        OrderWithLines: {
            /** Format: uuid */
            id: string;
            /**
             * @description What people call the order; unique in the workspace.
             * @example 1042
             */
            number: number;
            /**
             * @description How far the order has come: from new by confirmed and dispatched to completed, or cancelled.
             * @enum {string}
             */
            status: "new" | "confirmed" | "dispatched" | "completed" | "cancelled";
            /** @description As it was called when the order was placed; it may be gone since. */
            customer: {
                /** Format: uuid */
                id: string;
                /** @example CASTLE01 */
                accountCode: string | null;
                /** @example Castle Lane Cafés */
                name: string;
            };
            /** @description Who ordered for the customer; null where the wholesaler did. */
            buyer: {
                /** @example Isobel Grant */
                name: string;
                /** @example isobel@castlelane.example */
                email: string;
            } | null;
            /**
             * @description The customer's purchase order number.
             * @example PO-7781
             */
            poNumber: string | null;
            /**
             * @description What was said with the order.
             * @example Before 10 am, please.
             */
            note: string | null;
            /**
             * @description ISO 4217; of all amounts of this order, fixed when it was placed.
             * @example GBP
             */
            currency: string;
            /** @example 1 */
            lineCount: number;
            /**
             * @description The sum of the lines, in minor units, before tax.
             * @example 2231
             */
            subtotal: number;
            /** Format: date-time */
            placedAt: string;
            /**
             * Format: date-time
             * @description When it came to its present status.
             */
            updatedAt: string;
            /** @description In the order in which they were given. */
            lines: components["schemas"]["OrderLine"][];
            /** @description Each status it came to, the oldest first. */
            history: components["schemas"]["OrderStep"][];
        };
        /** @description New list prices that come to hold together, once they are published. */
        PriceChange: {
            /** Format: uuid */
            id: string;
            /**
             * @description That of the key that started it.
             * @example ERP sync
             */
            name: string;
            /**
             * @example draft
             * @enum {string}
             */
            status: "draft" | "scheduled" | "published" | "discarded" | "cancelled";
            /**
             * @description How many products it has a new price for.
             * @example 98
             */
            lineCount: number;
            /**
             * @description When it is, or was, to be published by itself.
             * @example null
             */
            scheduledFor: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            /** @example null */
            publishedAt: string | null;
        };
        PriceChangeLine: {
            /** Format: uuid */
            productId: string;
            /** @example HOL-1042 */
            sku: string;
            /** @example Azure dinner plate 26 cm */
            name: string;
            /**
             * @description The list price now, in minor units; null while there is none. Of a published change: the one it replaced.
             * @example 2550
             */
            currentPrice: number | null;
            /**
             * @description Minor units.
             * @example 2652
             */
            newPrice: number;
            /**
             * @description The change in basis points of the current price; null where that is 0 or missing.
             * @example 400
             */
            changeBp: number | null;
        };
        PreviewedPriceChangeLine: {
            /** Format: uuid */
            productId: string;
            /** @example HOL-1042 */
            sku: string;
            /** @example Azure dinner plate 26 cm */
            name: string;
            /**
             * @description The list price now, in minor units; null while there is none. Of a published change: the one it replaced.
             * @example 2550
             */
            currentPrice: number | null;
            /**
             * @description Minor units.
             * @example 2652
             */
            newPrice: number;
            /**
             * @description The change in basis points of the current price; null where that is 0 or missing.
             * @example 400
             */
            changeBp: number | null;
            /**
             * @description With a customer: what that customer pays for one at the current list price, in minor units.
             * @example 2231
             */
            customerBefore?: number | null;
            /**
             * @description With a customer: what that customer pays for one at the new list price.
             * @example 2321
             */
            customerAfter?: number | null;
        };
        /** @description A price agreed with a customer that is above the new list price. */
        InvertedAgreedPrice: {
            /**
             * Format: uuid
             * @description Of the agreed price.
             */
            id: string;
            /** Format: uuid */
            customerId: string;
            /** @example CASTLE01 */
            accountCode: string | null;
            /**
             * @description Name of the customer.
             * @example Castle Lane Cafés
             */
            customer: string;
            /** Format: uuid */
            productId: string;
            /** @example HOL-1107 */
            sku: string;
            /**
             * @description The agreed price of one, in minor units.
             * @example 2300
             */
            unit: number;
            /**
             * @description The list price to be, in minor units.
             * @example 2240
             */
            newPrice: number;
            /**
             * @description The quantity from which it applies.
             * @example 1
             */
            minQty: number;
        };
        /** @description All lines together, and what they mean for customers. */
        PriceChangeSummary: {
            /**
             * @description Lines that raise a price.
             * @example 90
             */
            increased: number;
            /**
             * @description Lines that lower one.
             * @example 6
             */
            decreased: number;
            /**
             * @description Lines whose new price is the current one.
             * @example 2
             */
            unchanged: number;
            /**
             * @description Lines whose product has been deleted: publishing leaves them out.
             * @example 0
             */
            deleted: number;
            /**
             * @description Of all lines that have a `changeBp`; null where none has.
             * @example 380
             */
            averageChangeBp: number | null;
            /** @description The line with the largest `changeBp` above 0. */
            largestIncrease: components["schemas"]["PriceChangeLine"] | null;
            /** @description The line with the lowest `changeBp` below 0. */
            largestDecrease: components["schemas"]["PriceChangeLine"] | null;
            /** @description All active customers, each counted once, by what each of them pays for one of every product they can see. */
            customers: {
                /**
                 * @description At least one line is dearer, and none is cheaper.
                 * @example 31
                 */
                payMore: number;
                /**
                 * @description At least one line is cheaper, and none is dearer.
                 * @example 2
                 */
                payLess: number;
                /**
                 * @description Some lines are dearer and some are cheaper.
                 * @example 4
                 */
                mixed: number;
                /**
                 * @description No line makes a difference: not seen, covered by agreed prices, or lost in rounding.
                 * @example 3
                 */
                paySame: number;
            };
            /**
             * @description Lines that change a price which at least one customer does not feel, paying an agreed one for it.
             * @example 5
             */
            shieldedLines: number;
            /** @description Agreed prices, at any quantity and not over yet, that are above the new list price. */
            inverted: {
                /** @example 1 */
                count: number;
                /** @description Up to 50 of them, by SKU. */
                listed: components["schemas"]["InvertedAgreedPrice"][];
            };
        };
        /** @description A price change, and what it does or did. */
        PriceChangePreview: {
            /** Format: uuid */
            id: string;
            /**
             * @description That of the key that started it.
             * @example ERP sync
             */
            name: string;
            /**
             * @example draft
             * @enum {string}
             */
            status: "draft" | "scheduled" | "published" | "discarded" | "cancelled";
            /**
             * @description How many products it has a new price for.
             * @example 98
             */
            lineCount: number;
            /**
             * @description When it is, or was, to be published by itself.
             * @example null
             */
            scheduledFor: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["Actor"];
            /** @example null */
            publishedAt: string | null;
            /**
             * @description Of all that this is computed from. Publishing can be made to depend on it, so that nothing has moved.
             * @example 3f0c9a7d21be-91d4e2a07c55-b8e61f0a43d2
             */
            fingerprint: string;
            summary: components["schemas"]["PriceChangeSummary"];
            /** @description A page of its lines, in the order of their SKUs. */
            lines: components["schemas"]["PreviewedPriceChangeLine"][];
        };
        /** @description What a customer pays for a product, and why. */
        ExplainedPrice: {
            /** @example HOL-1042 */
            sku: string;
            /** Format: uuid */
            productId: string;
            /** @example Azure dinner plate 26 cm */
            name: string;
            customer: {
                /** Format: uuid */
                id: string;
                /** @example CASTLE01 */
                accountCode: string | null;
                /** @example Castle Lane Cafés */
                name: string;
            };
            /** @example 1 */
            qty: number;
            price: components["schemas"]["Price"];
            /** @description In the order in which they are considered. */
            candidates: components["schemas"]["PriceCandidate"][];
            /** @description Whether this customer can see the product. */
            visible: boolean;
        };
        Product: {
            /** Format: uuid */
            id: string;
            /**
             * @description Stock code; unique in the workspace, whatever its case.
             * @example HOL-1042
             */
            sku: string;
            /** @example Azure dinner plate 26 cm */
            name: string;
            description: string | null;
            brandId: string | null;
            categoryId: string | null;
            /** @description The manufacturer's own part number. */
            manufacturerRef: string | null;
            /**
             * @description What one unit is.
             * @example each
             */
            unitLabel: string;
            /**
             * @description The smallest quantity that can be ordered.
             * @example 1
             */
            minOrderQty: number;
            /**
             * @description Shown to buyers; nothing else depends on it.
             * @enum {string}
             */
            availability: "not_tracked" | "in_stock" | "low_stock" | "out_of_stock" | "made_to_order";
            leadTimeNote: string | null;
            /** @description Buyers do not see inactive products. */
            active: boolean;
            /**
             * @description `selected`: only chosen customers see it.
             * @enum {string}
             */
            visibility: "all" | "selected";
            /**
             * @description Further columns.
             * @example {
             *       "Colour": "Azure"
             *     }
             */
            details: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            price: components["schemas"]["Price"];
        };
        /** @description A product with the names of its brand and category. */
        ProductWithNames: {
            /** Format: uuid */
            id: string;
            /**
             * @description Stock code; unique in the workspace, whatever its case.
             * @example HOL-1042
             */
            sku: string;
            /** @example Azure dinner plate 26 cm */
            name: string;
            description: string | null;
            brandId: string | null;
            categoryId: string | null;
            /** @description The manufacturer's own part number. */
            manufacturerRef: string | null;
            /**
             * @description What one unit is.
             * @example each
             */
            unitLabel: string;
            /**
             * @description The smallest quantity that can be ordered.
             * @example 1
             */
            minOrderQty: number;
            /**
             * @description Shown to buyers; nothing else depends on it.
             * @enum {string}
             */
            availability: "not_tracked" | "in_stock" | "low_stock" | "out_of_stock" | "made_to_order";
            leadTimeNote: string | null;
            /** @description Buyers do not see inactive products. */
            active: boolean;
            /**
             * @description `selected`: only chosen customers see it.
             * @enum {string}
             */
            visibility: "all" | "selected";
            /**
             * @description Further columns.
             * @example {
             *       "Colour": "Azure"
             *     }
             */
            details: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            price: components["schemas"]["Price"];
            /** @example Hollin */
            brand: string | null;
            /** @example Tableware */
            category: string | null;
        };
        UpsertResult: {
            /**
             * @description New products.
             * @example 2
             */
            created: number;
            /**
             * @description Products that were there already, changed or not.
             * @example 98
             */
            updated: number;
            /**
             * @description Products whose new price is in the draft.
             * @example 5
             */
            priceChanges: number;
            /** @description The draft price change; null when no price changed. */
            priceChangeId: string | null;
            /**
             * @description Up to 50 entries of `onlyFor` that no customer has.
             * @example [
             *       "ACME-OLD"
             *     ]
             */
            unknownCustomers: string[];
        };
        /** @description The wholesaler that an API key belongs to. */
        Workspace: {
            /** Format: uuid */
            id: string;
            /** @example Harbour Wholesale */
            name: string;
            /**
             * @description ISO 4217; all list prices are in it.
             * @example GBP
             */
            currency: string;
            /**
             * @description Decimals of the currency as people write it: with 2, an amount of 1234 means 12.34.
             * @example 2
             */
            currencyDecimals: number;
            /**
             * @description IANA time zone.
             * @example Europe/London
             */
            timezone: string;
            /**
             * @description How the workspace words that prices are before tax.
             * @example ex VAT
             */
            taxLabel: string;
            /**
             * @description As it stands now: a trial past its end is `lapsed`.
             * @enum {string}
             */
            plan: "trial" | "active" | "pilot" | "demo" | "lapsed";
            trialEndsAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
    };
    responses: {
        /** @description `validation_error`: Something in the query or the body is missing or wrong; `issues` lists all of it. `invalid_json`: The body is not JSON. `invalid_request`: The request is well formed, but not allowed in the present state. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: The API key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `forbidden`: This key may not use the API: its workspace is a demo. `insufficient_scope`: A read-only key tried to write. `read_only`: The trial or subscription of the workspace has ended; it can only be read. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: No such endpoint, or no such thing in this workspace. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `method_not_allowed`: The path exists, but not with this method; `Allow` lists those it has. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is larger than any valid call. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: The key has used up its requests for this minute. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: Something failed on the server. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: The service cannot answer just now; ask again after `Retry-After` seconds. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request in the log of the service. It is the `X-Request-Id` of the request, if that has at most 64 characters, all of them letters, digits, `.`, `_`, `:` or `-`. Otherwise the service makes one.
         * @example Xk3v9QaZ-4f
         */
        "X-Request-Id": string;
        /**
         * @description The rate limit of the key: `q` requests in `w` seconds.
         * @example "default";q=120;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The rest of the limit: `r` requests for the next `t` seconds.
         * @example "default";r=119;t=60
         */
        RateLimit: string;
        /**
         * @description Entity tag of this answer, to send in `If-None-Match`.
         * @example "3f0c9a7d21be"
         */
        ETag: string;
        /**
         * @description The methods of this path.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description Seconds to wait before the next try.
         * @example 60
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Trade Catalogue"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "name": "Harbour Wholesale",
                     *         "currency": "GBP",
                     *         "currencyDecimals": 2,
                     *         "timezone": "Europe/London",
                     *         "taxLabel": "ex VAT",
                     *         "plan": "trial",
                     *         "trialEndsAt": "2026-03-02T09:30:00.000Z",
                     *         "createdAt": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Searches SKU, manufacturer reference, name, brand, category and description. */
                q?: string;
                /** @description A category id. */
                category?: string;
                /** @description A brand id. */
                brand?: string;
                /** @description Only products with this availability. */
                availability?: "not_tracked" | "in_stock" | "low_stock" | "out_of_stock" | "made_to_order";
                /** @description Only active or only inactive products. With a customer: active ones. */
                active?: boolean;
                /** @description A customer, by id or account code: shows what this customer can see, at this customer’s prices. */
                customer?: string;
                /** @description Only products that were created or changed at or after this time, by the time of their last change, then by id. A published list price is a change; what a customer pays, and the name of a brand or category, are not. To follow changes, send the latest `updatedAt` of the last walk: no change appears later with an earlier time. Some products come twice that way. A product that changes while you page moves to the end, and the rest moves up: where the last page shows a change that was made since you began, walk once more from the same time. With `q`, best match first. */
                updatedSince?: string;
                /** @description Rows on a page. Default: 50. */
                limit?: number;
                /** @description Rows to skip. Default: 0. Send the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "sku": "HOL-1042",
                     *           "name": "Azure dinner plate 26 cm",
                     *           "description": null,
                     *           "brandId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "categoryId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "manufacturerRef": null,
                     *           "unitLabel": "each",
                     *           "minOrderQty": 1,
                     *           "availability": "not_tracked",
                     *           "leadTimeNote": null,
                     *           "active": true,
                     *           "visibility": "all",
                     *           "details": {
                     *             "Colour": "Azure"
                     *           },
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z",
                     *           "price": {
                     *             "unit": 2231,
                     *             "line": 2231,
                     *             "list": 2550,
                     *             "discountBp": 1250,
                     *             "source": "brand",
                     *             "label": "12.5% off Hollin"
                     *           }
                     *         }
                     *       ],
                     *       "currency": "GBP",
                     *       "nextOffset": 50
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Product"][];
                        /**
                         * @description ISO 4217. The currency of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                        /**
                         * @description The `offset` of the next page. Null on the last page.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    upsertProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description SKUs must be unique within the call, whatever their case. */
                    products: components["schemas"]["ProductItem"][];
                    /** @description A draft from an earlier call, to gather changed prices in. Null counts as left out. */
                    priceChangeId?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "created": 2,
                     *         "updated": 98,
                     *         "priceChanges": 5,
                     *         "priceChangeId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "unknownCustomers": [
                     *           "ACME-OLD"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["UpsertResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readProduct: {
        parameters: {
            query?: {
                /** @description A customer, by id or account code (in any case). */
                customer?: string;
                /** @description The quantity to price; 1 unless said. */
                qty?: number;
            };
            header?: never;
            path: {
                /** @description A product id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "sku": "HOL-1042",
                     *         "name": "Azure dinner plate 26 cm",
                     *         "description": null,
                     *         "brandId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "categoryId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "manufacturerRef": null,
                     *         "unitLabel": "each",
                     *         "minOrderQty": 1,
                     *         "availability": "not_tracked",
                     *         "leadTimeNote": null,
                     *         "active": true,
                     *         "visibility": "all",
                     *         "details": {
                     *           "Colour": "Azure"
                     *         },
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "price": {
                     *           "unit": 2231,
                     *           "line": 2231,
                     *           "list": 2550,
                     *           "discountBp": 1250,
                     *           "source": "brand",
                     *           "label": "12.5% off Hollin"
                     *         },
                     *         "brand": "Hollin",
                     *         "category": "Tableware"
                     *       },
                     *       "currency": "GBP"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ProductWithNames"];
                        /**
                         * @description ISO 4217. The currency of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBrands: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "name": "Hollin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Brand"][];
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "name": "Tableware"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Category"][];
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    explainPrice: {
        parameters: {
            query: {
                /** @description A customer, by id or account code (in any case). */
                customer: string;
                /** @description A stock code, in any case. */
                sku: string;
                /** @description The quantity to price; 1 unless said. */
                qty?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "sku": "HOL-1042",
                     *         "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "name": "Azure dinner plate 26 cm",
                     *         "customer": {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "accountCode": "CASTLE01",
                     *           "name": "Castle Lane Cafés"
                     *         },
                     *         "qty": 1,
                     *         "price": {
                     *           "unit": 2231,
                     *           "line": 2231,
                     *           "list": 2550,
                     *           "discountBp": 1250,
                     *           "source": "brand",
                     *           "label": "12.5% off Hollin"
                     *         },
                     *         "candidates": [
                     *           {
                     *             "source": "brand",
                     *             "label": "12.5% off Hollin",
                     *             "unit": 2231,
                     *             "discountBp": 1250,
                     *             "minQty": 1,
                     *             "applied": true,
                     *             "reason": "Nothing comes before it."
                     *           }
                     *         ],
                     *         "visible": true
                     *       },
                     *       "currency": "GBP"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ExplainedPrice"];
                        /**
                         * @description ISO 4217. The currency of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description The beginning of a name, account code or e-mail, in any case. */
                q?: string;
                /** @description Rows on a page. Default: 100. */
                limit?: number;
                /** @description Rows to skip. Default: 0. Send the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "accountCode": "CASTLE01",
                     *           "name": "Castle Lane Cafés",
                     *           "email": "orders@castlelane.example",
                     *           "phone": "01632 960101",
                     *           "contactName": "Isobel Grant",
                     *           "paymentTermsDays": 30,
                     *           "creditLimit": 500000,
                     *           "poRequired": true,
                     *           "notes": null,
                     *           "active": true,
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "currency": "GBP",
                     *       "nextOffset": 50
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Customer"][];
                        /**
                         * @description ISO 4217. The currency of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                        /**
                         * @description The `offset` of the next page. Null on the last page.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    upsertCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each row another customer. */
                    customers: components["schemas"]["CustomerItem"][];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "created": 2,
                     *         "updated": 98
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CustomerUpsertResult"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A customer, by id or account code (in any case). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "accountCode": "CASTLE01",
                     *         "name": "Castle Lane Cafés",
                     *         "email": "orders@castlelane.example",
                     *         "phone": "01632 960101",
                     *         "contactName": "Isobel Grant",
                     *         "paymentTermsDays": 30,
                     *         "creditLimit": 500000,
                     *         "poRequired": true,
                     *         "notes": null,
                     *         "active": true,
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "discountRules": [
                     *           {
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "appliesTo": "all",
                     *             "brandId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "brand": "Hollin",
                     *             "categoryId": null,
                     *             "category": null,
                     *             "discountBp": 1250,
                     *             "label": "12.5% off Hollin"
                     *           }
                     *         ],
                     *         "agreedPrices": [
                     *           {
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "sku": "HOL-1042",
                     *             "name": "Azure dinner plate 26 cm",
                     *             "unit": 2100,
                     *             "minQty": 10,
                     *             "startsAt": "2026-03-02T09:30:00.000Z",
                     *             "endsAt": "2026-03-02T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "buyers": [
                     *           {
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "name": "Isobel Grant",
                     *             "email": "isobel@castlelane.example",
                     *             "status": "invited",
                     *             "invitedAt": "2026-03-02T09:30:00.000Z",
                     *             "lastSeenAt": "2026-03-02T09:30:00.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "currency": "GBP"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CustomerWithTerms"];
                        /**
                         * @description ISO 4217. The currency of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only orders of this status. */
                status?: "new" | "confirmed" | "dispatched" | "completed" | "cancelled";
                /** @description Rows on a page. Default: 100. */
                limit?: number;
                /** @description Rows to skip. Default: 0. Send the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "number": 1042,
                     *           "status": "new",
                     *           "customer": {
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "accountCode": "CASTLE01",
                     *             "name": "Castle Lane Cafés"
                     *           },
                     *           "buyer": {
                     *             "name": "Isobel Grant",
                     *             "email": "isobel@castlelane.example"
                     *           },
                     *           "poNumber": "PO-7781",
                     *           "note": "Before 10 am, please.",
                     *           "currency": "GBP",
                     *           "lineCount": 1,
                     *           "subtotal": 2231,
                     *           "placedAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "nextOffset": 50
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Order"][];
                        /**
                         * @description The `offset` of the next page. Null on the last page.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An order id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "number": 1042,
                     *         "status": "new",
                     *         "customer": {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "accountCode": "CASTLE01",
                     *           "name": "Castle Lane Cafés"
                     *         },
                     *         "buyer": {
                     *           "name": "Isobel Grant",
                     *           "email": "isobel@castlelane.example"
                     *         },
                     *         "poNumber": "PO-7781",
                     *         "note": "Before 10 am, please.",
                     *         "currency": "GBP",
                     *         "lineCount": 1,
                     *         "subtotal": 2231,
                     *         "placedAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "lines": [
                     *           {
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "sku": "HOL-1042",
                     *             "name": "Azure dinner plate 26 cm",
                     *             "unitLabel": "each",
                     *             "qty": 1,
                     *             "price": {
                     *               "unit": 2231,
                     *               "line": 2231,
                     *               "list": 2550,
                     *               "discountBp": 1250,
                     *               "source": "brand",
                     *               "label": "12.5% off Hollin"
                     *             },
                     *             "candidates": [
                     *               {
                     *                 "source": "brand",
                     *                 "label": "12.5% off Hollin",
                     *                 "unit": 2231,
                     *                 "discountBp": 1250,
                     *                 "minQty": 1,
                     *                 "applied": true,
                     *                 "reason": "Nothing comes before it."
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "history": [
                     *           {
                     *             "status": "new",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "by": {
                     *               "type": "key",
                     *               "id": null,
                     *               "name": "ERP sync"
                     *             },
                     *             "note": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OrderWithLines"];
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An order id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveOrder"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "number": 1042,
                     *         "status": "new",
                     *         "customer": {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "accountCode": "CASTLE01",
                     *           "name": "Castle Lane Cafés"
                     *         },
                     *         "buyer": {
                     *           "name": "Isobel Grant",
                     *           "email": "isobel@castlelane.example"
                     *         },
                     *         "poNumber": "PO-7781",
                     *         "note": "Before 10 am, please.",
                     *         "currency": "GBP",
                     *         "lineCount": 1,
                     *         "subtotal": 2231,
                     *         "placedAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "lines": [
                     *           {
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "sku": "HOL-1042",
                     *             "name": "Azure dinner plate 26 cm",
                     *             "unitLabel": "each",
                     *             "qty": 1,
                     *             "price": {
                     *               "unit": 2231,
                     *               "line": 2231,
                     *               "list": 2550,
                     *               "discountBp": 1250,
                     *               "source": "brand",
                     *               "label": "12.5% off Hollin"
                     *             },
                     *             "candidates": [
                     *               {
                     *                 "source": "brand",
                     *                 "label": "12.5% off Hollin",
                     *                 "unit": 2231,
                     *                 "discountBp": 1250,
                     *                 "minQty": 1,
                     *                 "applied": true,
                     *                 "reason": "Nothing comes before it."
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "history": [
                     *           {
                     *             "status": "new",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "by": {
                     *               "type": "key",
                     *               "id": null,
                     *               "name": "ERP sync"
                     *             },
                     *             "note": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OrderWithLines"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPriceChanges: {
        parameters: {
            query?: {
                /** @description Rows on a page. Default: 100. */
                limit?: number;
                /** @description Rows to skip. Default: 0. Send the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "name": "ERP sync",
                     *           "status": "draft",
                     *           "lineCount": 98,
                     *           "scheduledFor": null,
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "createdBy": {
                     *             "type": "key",
                     *             "id": null,
                     *             "name": "ERP sync"
                     *           },
                     *           "publishedAt": null
                     *         }
                     *       ],
                     *       "nextOffset": 50
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PriceChange"][];
                        /**
                         * @description The `offset` of the next page. Null on the last page.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewPriceChange: {
        parameters: {
            query?: {
                /** @description A customer, by id or account code (in any case). */
                customer?: string;
                /** @description Rows on a page. Default: 100. */
                limit?: number;
                /** @description Rows to skip. Default: 0. Send the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description A price change id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *         "name": "ERP sync",
                     *         "status": "draft",
                     *         "lineCount": 98,
                     *         "scheduledFor": null,
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "createdBy": {
                     *           "type": "key",
                     *           "id": null,
                     *           "name": "ERP sync"
                     *         },
                     *         "publishedAt": null,
                     *         "fingerprint": "3f0c9a7d21be-91d4e2a07c55-b8e61f0a43d2",
                     *         "summary": {
                     *           "increased": 90,
                     *           "decreased": 6,
                     *           "unchanged": 2,
                     *           "deleted": 0,
                     *           "averageChangeBp": 380,
                     *           "largestIncrease": {
                     *             "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "sku": "HOL-1042",
                     *             "name": "Azure dinner plate 26 cm",
                     *             "currentPrice": 2550,
                     *             "newPrice": 2652,
                     *             "changeBp": 400
                     *           },
                     *           "largestDecrease": {
                     *             "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "sku": "HOL-1042",
                     *             "name": "Azure dinner plate 26 cm",
                     *             "currentPrice": 2550,
                     *             "newPrice": 2652,
                     *             "changeBp": 400
                     *           },
                     *           "customers": {
                     *             "payMore": 31,
                     *             "payLess": 2,
                     *             "mixed": 4,
                     *             "paySame": 3
                     *           },
                     *           "shieldedLines": 5,
                     *           "inverted": {
                     *             "count": 1,
                     *             "listed": [
                     *               {
                     *                 "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *                 "customerId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *                 "accountCode": "CASTLE01",
                     *                 "customer": "Castle Lane Cafés",
                     *                 "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *                 "sku": "HOL-1107",
                     *                 "unit": 2300,
                     *                 "newPrice": 2240,
                     *                 "minQty": 1
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         "lines": [
                     *           {
                     *             "productId": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "sku": "HOL-1042",
                     *             "name": "Azure dinner plate 26 cm",
                     *             "currentPrice": 2550,
                     *             "newPrice": 2652,
                     *             "changeBp": 400,
                     *             "customerBefore": 2231,
                     *             "customerAfter": 2321
                     *           }
                     *         ]
                     *       },
                     *       "currency": "GBP",
                     *       "nextOffset": 50
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PriceChangePreview"];
                        /**
                         * @description ISO 4217. The currency of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                        /**
                         * @description The `offset` of the next page. Null on the last page.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Only of this type of thing, such as product, or of the one of this id. */
                subject?: string;
                /** @description Only by this type of actor, such as key, or by the one of this id. */
                actor?: string;
                /** @description Rows on a page. Default: 100. */
                limit?: number;
                /** @description Rows to skip. Default: 0. Send the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *           "at": "2026-03-02T09:30:00.000Z",
                     *           "actor": {
                     *             "type": "key",
                     *             "id": null,
                     *             "name": "ERP sync"
                     *           },
                     *           "action": "product.upsert",
                     *           "subject": {
                     *             "type": "product",
                     *             "id": "01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a",
                     *             "label": "98 products"
                     *           },
                     *           "changes": {
                     *             "created": 2,
                     *             "updated": 96
                     *           }
                     *         }
                     *       ],
                     *       "nextOffset": 50
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ActivityEntry"][];
                        /**
                         * @description The `offset` of the next page. Null on the last page.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            /** @description Not modified: the entity tag in `If-None-Match` is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
