import { boardRoutes as boards } from "./board-routes.ts";
import { workshopRoutes } from "./workshop-routes.ts";

/** Boards, their workshops, and what comes out of them. The canvas itself is the document of a board: `documents`. */
export const brainstormRoutes = { ...boards, ...workshopRoutes };
