import type { FastifyRequest } from "fastify";
import type { Device } from "./sessions.ts";

/** What a request tells of the browser that it came from. */
export function deviceOf(request: FastifyRequest): Device {
  return { userAgent: request.headers["user-agent"] ?? "", address: request.ip };
}
