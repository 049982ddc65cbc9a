/// <reference path="./oidc-provider.d.ts" />
import type { Adapter } from "oidc-provider";

type Payload = Record<string, unknown>;

/** Where the tests' provider keeps its sessions and codes: in memory, each provider its own. */
export function memoryAdapter(): (model: string) => Adapter {
  const stored = new Map<string, Payload>();
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    const findBy = async (field: string, value: unknown) =>
      [...stored].find(([key, payload]) => key.startsWith(`${model} `) && payload[field] === value)?.[1];
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: (uid) => findBy("uid", uid),
      findByUserCode: (code) => findBy("userCode", code),
      async consume(id) {
        const payload = stored.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}
