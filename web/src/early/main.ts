import { startEarly } from "./early-requests.ts";

// Built by web/page-start.ts into a script in the page itself.
startEarly(__ATOLL_PAGE_FILES__);
