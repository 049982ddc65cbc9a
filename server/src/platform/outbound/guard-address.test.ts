import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { guardedLookup, type PrivateHosts, RefusedAddress } from "./guard-address.ts";

const nobody: PrivateHosts = { byOperator: new Set(), byAdministrator: new Set() };
const allowed: PrivateHosts = { byOperator: new Set(), byAdministrator: new Set(["models.example.com"]) };
const outside = { address: "93.184.216.34", family: 4 };
const inside = { address: "192.168.1.9", family: 4 };
const credentials = { address: "169.254.169.254", family: 4 };

/** A name server that gives another answer each time, as one does that wants to get past a check. */
function rebinding(...answers: LookupAddress[][]) {
  let asked = 0;
  return async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
}

function connect(hosts: PrivateHosts, resolve: Parameters<typeof guardedLookup>[1]) {
  const check = guardedLookup(hosts, resolve);
  return () =>
    new Promise<unknown>((done) =>
      check("models.example.com", { all: true }, (error, found) => done(error ?? found)),
    );
}

test("refuses a name that resolves into the network once it was public", async () => {
  const next = connect(nobody, rebinding([outside], [inside]));
  expect(await next()).toEqual([outside]);
  expect(await next()).toBeInstanceOf(RefusedAddress);
});

test("refuses a name with one address outside and one inside", async () => {
  expect(await connect(nobody, rebinding([outside, inside]))()).toBeInstanceOf(RefusedAddress);
});

test("lets an allowed host into the network, but never to where clouds keep credentials", async () => {
  const next = connect(allowed, rebinding([inside], [credentials]));
  expect(await next()).toEqual([inside]);
  expect(await next()).toBeInstanceOf(RefusedAddress);
});
