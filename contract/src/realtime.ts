/** Where the socket lives, on the same port as everything else. */
export const realtimePath = "/api/realtime";

/** Specification, section 9. */
export const heartbeatSeconds = 25;
export const heartbeatTimeoutSeconds = 10;
