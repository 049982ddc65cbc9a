/** Put in place of these names by `vite.config.ts`. */

/** As `contract-shape.ts` says. */
declare const __ATOLL_CONTRACT__: string;

/** As `event-shapes.ts` says, as JSON. */
declare const __ATOLL_EVENT_SHAPES__: string;

/** As `page-start.ts` says. */
declare const __ATOLL_PAGE_FILES__: import("./early/early-requests.ts").PageFiles;
