import type { FastifyRequest } from "fastify";

/** Returns the address of this server for people: as configured, or else as the request was sent. No slash at the end. */
export function ownAddress(
  request: Pick<FastifyRequest, "protocol" | "host">,
  publicUrl: string | undefined,
): string {
  return publicUrl === undefined ? `${request.protocol}://${request.host}` : publicUrl.replace(/\/+$/, "");
}
