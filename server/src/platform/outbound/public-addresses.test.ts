import { expect, test } from "vitest";
import { isNetworkAddress, isPublicAddress } from "./public-addresses.ts";

test.each(["8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::8a"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...["10.1.2.3", "127.0.0.1", "100.64.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1", "0.0.0.0"],
  ...["224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fd00::1", "ff02::1"],
  // IPv6 forms of IPv4 addresses.
  ...["::ffff:8.8.8.8", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:1::", "2001:db8::1"],
  ...["", "localhost", "0x7f.1", "8.8.8"],
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

test.each(["127.0.0.1", "10.0.0.5", "192.168.1.9", "172.20.0.3", "100.100.1.1", "::1", "fd12::1"])(
  "%s is private",
  (address) => expect(isNetworkAddress(address)).toBe(true),
);

test.each([
  "169.254.169.254",
  "fe80::1",
  "fd00:ec2::254",
  "0.0.0.0",
  "8.8.8.8",
  "::ffff:127.0.0.1",
  "::",
  "x",
])("%s is not of a company's own network", (address) => expect(isNetworkAddress(address)).toBe(false));
