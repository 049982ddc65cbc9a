import type { FastifyInstance, FastifyRequest } from "fastify";

/** Makes the routes of a scope read bodies of any type as bytes, because signatures cover these, not parsed JSON. */
export function acceptBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/** Returns the body of a request to a route whose `bodyKind` is raw; empty if there is none. */
export function rawBodyOf({ body }: Pick<FastifyRequest, "body">): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
