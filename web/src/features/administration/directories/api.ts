import type { LdapSettings } from "@atoll/contract/directories/ldap-schemas";
import { directoryRoutes } from "@atoll/contract/directories/routes";
import type {
  Directory,
  DirectoryEvent,
  DirectoryGroup,
  DirectoryPerson,
  Mapping,
} from "@atoll/contract/directories/schemas";
import { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import type { OidcSettings, SamlSettings } from "@atoll/contract/directories/sign-on-schemas";
import { defineListSearch, id } from "@atoll/contract/list-search";
import type { RouteCall, RouteOutput } from "@atoll/contract/route";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";

/** The directory that is looked at, in the address: `?directory=…`, and the sign-in that was tried there. */
export const directorySearch = defineListSearch({ directory: id, trial: id });

const key = ["administration", "directories"] as const;
/** While accounts are being brought to what a directory says. */
const lookEveryMs = 2000;

/** The directories, with how many people they have. */
export function useDirectories() {
  return useQuery({
    queryKey: [...key, "list"],
    queryFn: ({ signal }) => call(directoryRoutes.listDirectories, {}, { signal }),
    select: ({ directories }) => directories,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.directories.some(isFollowing) ? lookEveryMs : false),
  });
}

/** Whether accounts are being brought to what a directory says at the moment. */
export const isFollowing = ({ state, people, isRunning }: Directory) =>
  isRunning || (state === "on" && people.due > 0);

/** The changes that following the directory now would make. */
export function usePlan({ id, people }: Directory) {
  return useQuery({
    queryKey: [...key, id, "plan", people],
    queryFn: ({ signal }) => call(directoryRoutes.planDirectory, { params: { directoryId: id } }, { signal }),
    select: ({ plan }) => plan,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
}

/** The groups of a directory that a search finds first. */
export function useGroups(directoryId: string, search: string) {
  return useQuery({
    queryKey: [...key, directoryId, "groups", search],
    queryFn: ({ signal }) =>
      call(
        directoryRoutes.listDirectoryGroups,
        { params: { directoryId }, query: { search, limit: 50 } },
        { signal },
      ),
    select: ({ items }): readonly DirectoryGroup[] => items,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
}

/** The roles and departments that the groups of a directory give. */
export function useMappings(directoryId: string) {
  return useQuery({
    queryKey: [...key, directoryId, "mappings"],
    queryFn: ({ signal }) => call(directoryRoutes.getMappings, { params: { directoryId } }, { signal }),
    refetchOnMount: "always",
  });
}

export type LdapState = RouteOutput<typeof directoryRoutes.getLdapSettings>;

/** How a directory is read by LDAP. */
export function useLdapSettings(directoryId: string) {
  return useQuery({
    queryKey: [...key, directoryId, "ldap"],
    queryFn: ({ signal }) => call(directoryRoutes.getLdapSettings, { params: { directoryId } }, { signal }),
    refetchOnMount: "always",
  });
}

export type SamlState = RouteOutput<typeof signOnRoutes.getSamlSettings>;

/** The settings of the SAML provider, and what it needs to know of this server. */
export function useSamlSettings(directoryId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...key, directoryId, "saml"],
    queryFn: ({ signal }) => call(signOnRoutes.getSamlSettings, { params: { directoryId } }, { signal }),
    refetchOnMount: "always",
  });
}

/** Fetches the outcome of a sign-in that the viewer tried. */
export function useSamlTrial(directoryId: string, trialId: string) {
  return useQuery({
    queryKey: [...key, directoryId, "trial", trialId],
    queryFn: ({ signal }) =>
      call(signOnRoutes.getSamlTrial, { params: { directoryId, trialId } }, { signal }),
    select: ({ trial }) => trial,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type OidcState = RouteOutput<typeof signOnRoutes.getOidcSettings>;

/** The group claim of the OpenID provider. */
export function useOidcSettings(directoryId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...key, directoryId, "oidc"],
    queryFn: ({ signal }) => call(signOnRoutes.getOidcSettings, { params: { directoryId } }, { signal }),
    refetchOnMount: "always",
  });
}

/** Whether a provider of single sign-on lacks the settings that it needs to be on. */
export function useIsUnset({ id, kind }: Directory): boolean {
  const saml = useSamlSettings(id, kind === "saml").data;
  const oidc = useOidcSettings(id, kind === "oidc").data;
  return saml ? !saml.settings || !saml.server : oidc !== undefined && !oidc.settings;
}

export type ShownMapping = Mapping & { groupName: string | null };
export type PeopleChoice = "all" | "left" | "problems";

/** The people of a directory by name, page after page. */
export function useDirectoryPeople({ id, people }: Directory, only: PeopleChoice) {
  return usePages<DirectoryPerson>({
    queryKey: [...key, id, "people", only, people],
    fetchPage: (cursor, options) =>
      call(
        directoryRoutes.listDirectoryPeople,
        { params: { directoryId: id }, query: { only, cursor } },
        options,
      ),
    keyOf: (person) => person.id,
    refetchOnMount: "always",
    keepsPrevious: true,
  });
}

/** The changes that a directory made, the newest first. */
export function useDirectoryEvents({ id, people }: Directory) {
  return usePages<DirectoryEvent>({
    queryKey: [...key, id, "events", people],
    fetchPage: (cursor, options) =>
      call(directoryRoutes.listDirectoryEvents, { params: { directoryId: id }, query: { cursor } }, options),
    keyOf: (event) => event.id,
    refetchOnMount: "always",
    keepsPrevious: true,
  });
}

/** Fetches everything about directories again. */
export function useRefreshDirectories() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: key });
}

const of = ({ id }: Directory) => ({ directoryId: id });

export const createDirectory = (body: RouteCall<typeof directoryRoutes.createDirectory>["body"]) =>
  call(directoryRoutes.createDirectory, { body });
export const changeDirectory = (directory: Directory, change: { name?: string; isOn?: boolean }) =>
  call(directoryRoutes.changeDirectory, {
    params: of(directory),
    body: { version: directory.version, ...change },
  });
export const startDirectory = (directory: Directory) =>
  call(directoryRoutes.startDirectory, { params: of(directory), body: { version: directory.version } });
/** Lets as many people leave as were seen. */
export const letLeave = (directory: Directory, leavers: number) =>
  call(directoryRoutes.letLeave, { params: of(directory), body: { leavers } });
export const renewSecret = (directory: Directory) =>
  call(directoryRoutes.renewDirectorySecret, { params: of(directory) });
export const deleteDirectory = (directory: Directory) =>
  call(directoryRoutes.deleteDirectory, { params: of(directory) });
/** Confirms a person as they were seen. */
export const confirmPerson = (
  directory: Directory,
  { id, version, email, problem, userId }: DirectoryPerson,
) =>
  call(directoryRoutes.confirmDirectoryPerson, {
    params: { ...of(directory), personId: id },
    body: { version, email, problem, userId },
  });

/** Saves how a directory is read. An empty password keeps the stored one. */
export const setLdapSettings = (
  directory: Directory,
  version: number,
  settings: LdapSettings,
  password: string,
) =>
  call(directoryRoutes.setLdapSettings, {
    params: of(directory),
    body: { version, settings, ...(password !== "" && { password }) },
  });
export const testLdap = (directory: Directory, settings: LdapSettings, password: string) =>
  call(directoryRoutes.testLdap, {
    params: of(directory),
    body: { settings, ...(password !== "" && { password }) },
  });
export const runDirectory = (directory: Directory, leavers?: number) =>
  call(directoryRoutes.runDirectory, {
    params: of(directory),
    body: leavers === undefined ? {} : { leavers },
  });

export const setSamlSettings = (
  directory: Directory,
  version: number,
  settings: SamlSettings,
  linksAgain: boolean,
) => call(signOnRoutes.setSamlSettings, { params: of(directory), body: { version, settings, linksAgain } });
export const readSamlMetadata = (directory: Directory, from: { xml: string } | { url: string }) =>
  call(signOnRoutes.readSamlMetadata, { params: of(directory), body: from });
export const renewSamlKey = (directory: Directory) =>
  call(signOnRoutes.renewSamlKey, { params: of(directory), body: { version: directory.version } });
export const startSamlTrial = (directory: Directory) =>
  call(signOnRoutes.startSamlTrial, { params: of(directory) });
export const setOidcSettings = (directory: Directory, version: number, settings: OidcSettings) =>
  call(signOnRoutes.setOidcSettings, { params: of(directory), body: { version, settings } });
/** Names a group that nobody has signed in with yet. */
export const addGroup = (directoryId: string, name: string) =>
  call(signOnRoutes.addDirectoryGroup, { params: { directoryId }, body: { name } });

/** Saves all mappings, from those that were seen. */
export const setMappings = (directoryId: string, version: number, mappings: readonly Mapping[]) =>
  call(directoryRoutes.setMappings, {
    params: { directoryId },
    body: {
      version,
      mappings: mappings.map(({ groupId, departmentValue, roleId, departmentId }) => ({
        ...{ groupId, departmentValue, roleId, departmentId },
      })),
    },
  });

/** The address that a directory is told to send to. */
export const scimAddress = () => `${location.origin}/api/scim/v2`;
