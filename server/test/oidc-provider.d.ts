/** The little of oidc-provider that the tests use; the package comes without types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  }

  interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresInSeconds: number): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(code: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface Setup {
    adapter: (model: string) => Adapter;
    clients: Record<string, unknown>[];
    jwks: { keys: Record<string, unknown>[] };
    cookies: { keys: string[] };
    claims: Record<string, string[]>;
    features: Record<string, { enabled: boolean }>;
    ttl: Record<string, number>;
    interactions: { url: (context: Context, interaction: { uid: string }) => string };
    findAccount: (
      context: Context,
      subject: string,
    ) => Promise<{ accountId: string; claims: () => Promise<Record<string, unknown>> } | undefined>;
    loadExistingGrant: (context: Context) => Promise<Grant>;
    renderError: (context: { body: string; type: string }, out: Record<string, string>) => Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, setup: Setup);
    /** Stands in the way of every answer. */
    use(
      middleware: (
        context: { path: string; body: Record<string, unknown> },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description: string },
    ): Promise<void>;
    Grant: new (owner: {
      accountId: string;
      clientId: string;
    }) => Grant;
  }
}
