import type { FastifyInstance, FastifyRequest } from "fastify";

/** Lets the routes of a scope read bodies of any type as bytes: a signature holds for these, not for parsed JSON. */
export function acceptBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/** The body of a request to a route whose `bodyKind` is raw; empty when there was none. */
export function rawBodyOf({ body }: Pick<FastifyRequest, "body">): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
