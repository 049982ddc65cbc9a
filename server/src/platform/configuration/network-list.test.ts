import { describe, expect, test } from "vitest";
import { networkList } from "./network-list.ts";

describe("a list of networks", () => {
  test.each([
    [["loopback"], "127.0.0.1", true],
    [["loopback"], "127.8.9.10", true],
    [["loopback"], "::1", true],
    [["loopback"], "::ffff:127.0.0.1", true],
    [["loopback"], "10.0.0.1", false],
    [["10.0.0.0/8", "2001:db8::/32"], "10.200.3.4", true],
    [["10.0.0.0/8", "2001:db8::/32"], "2001:db8:1::5", true],
    [["10.0.0.0/8", "2001:db8::/32"], "11.0.0.1", false],
    [["192.0.2.7"], "192.0.2.7", true],
    [["192.0.2.7"], "192.0.2.8", false],
    [["uniquelocal"], "192.168.1.1", true],
    [["loopback"], "localhost", false],
    [["loopback"], "", false],
  ])("%s and %s: %s", (networks, address, isIn) => {
    expect(networkList(networks)(address)).toBe(isIn);
  });
});
