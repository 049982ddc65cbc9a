/** The notifications that nodes send each other. */
export const busTopic = "atoll_bus";
