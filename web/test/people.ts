import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";

export function testId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A member of Business Development and Marketing, with nothing special, unless the test says otherwise. */
export function aViewer(given: Partial<Viewer> = {}): Viewer {
  return {
    id: testId(1),
    email: "marisol.vega@pelicanworks.example",
    name: "Marisol Vega",
    avatar: null,
    role: "USER",
    roles: [{ id: testId(10), name: "user" }],
    userRoles: [],
    permissions: [],
    departments: [aDepartment("Business Development"), aDepartment("Marketing")],
    hasPassword: true,
    hasSecondFactor: false,
    needsSecondFactor: false,
    mustSetUpSecondFactor: false,
    mustChoosePassword: false,
    notices: [],
    preferences: defaultPreferences,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    lastActive: null,
    ...given,
  };
}

export function aDepartment(name: string) {
  return { id: testId(name.length + 100), name, slug: name.toLowerCase().replaceAll(" ", "-") };
}

/** A session whose tokens carry a number, so that a test can tell an old one from a new one. */
export function aSession(number: number, expiresInSeconds = 3600): Session {
  return {
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    tokenType: "bearer",
    expiresAt: "2026-01-01T01:00:00.000Z",
    expiresInSeconds,
  };
}
