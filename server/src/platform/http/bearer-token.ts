import type { FastifyRequest } from "fastify";

/** The token of an Authorization header; never of the address, which ends up in logs. */
export function bearerToken(request: Pick<FastifyRequest, "headers">): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined || header.length > 4096) return undefined;
  return /^Bearer ([\w.-]+)$/i.exec(header)?.[1];
}
