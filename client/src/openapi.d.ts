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
         * @description By name; with `q` best match first: the code itself, codes that start with it, names that start with it, then every product that has all the words.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A whole product: some fields are cleared when left out. */
        ProductItem: {
            /** @description Finds the product, whatever its case; a new one is created. */
            sku: string;
            name: string;
            /** @description Minor units. Of a product that has another price, it goes into a draft price change. */
            listPrice: number;
            /** @description What one unit is. */
            unitLabel: string;
            /** @description Created when missing. Left out: cleared. */
            brand?: string;
            /** @description Created when missing. Left out: cleared. */
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
            /** @description Replaces all details. Left out: kept. */
            details?: {
                [key: string]: string;
            };
            /** @description An https URL, copied in the background. Left out: kept. */
            imageUrl?: string;
            /** @description Account codes or contact e-mails of those who alone may see it. Left out: kept. */
            onlyFor?: string[];
        };
        /** @description What went wrong. */
        Error: {
            error: {
                /**
                 * @description Stable, for programs.
                 * @enum {string}
                 */
                code: "validation_error" | "invalid_json" | "invalid_request" | "unauthorized" | "forbidden" | "insufficient_scope" | "read_only" | "not_found" | "method_not_allowed" | "payload_too_large" | "rate_limited" | "internal_error";
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: The API key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `forbidden`: This key may not use the API: its workspace is a demo. `insufficient_scope`: A read-only key tried to write. `read_only`: The trial or subscription of the workspace has ended; it can only be read. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: No such endpoint, or no such thing in this workspace. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `method_not_allowed`: The path exists, but not with this method; `Allow` lists those it has. */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is larger than any valid call. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: The key has used up its requests for this minute. */
        TooManyRequests: {
            headers: {
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
         * @description The limit of the key: `q` requests in `w` seconds.
         * @example "default";q=120;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description What is left of it: `r` requests for `t` seconds.
         * @example "default";r=119;t=60
         */
        RateLimit: string;
        /**
         * @description Seconds to wait.
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
            /** @description Done. */
            200: {
                headers: {
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
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
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
                /** @description Rows on a page; 50 unless said. */
                limit?: number;
                /** @description Rows to skip, none unless said: the `nextOffset` of the page before. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                         * @description ISO 4217; of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                        /**
                         * @description The `offset` of the next page; null on the last.
                         * @example 50
                         */
                        nextOffset: number | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done. */
            200: {
                headers: {
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
            /** @description Done. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                         * @description ISO 4217; of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                         * @description ISO 4217; of every amount in `data`.
                         * @example GBP
                         */
                        currency: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
