export function countMembers(count: number): string {
  return count === 1 ? "1 member" : `${count} members`;
}
